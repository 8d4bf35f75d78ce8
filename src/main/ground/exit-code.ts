/** The player wants to be started again (EX_TEMPFAIL). */
export const startAgain = 75;
