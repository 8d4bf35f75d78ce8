/** No player existed earlier: a clock that shows less has lost its battery. */
export const firstPlausibleInstant = Date.UTC(2025, 0, 1);
