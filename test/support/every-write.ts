/** `npm run prove -- faults` tries every case of what the gate shows by some. */
export const isEveryWrite = process.env.VITRINE_EVERY_WRITE !== undefined;
