import fc from 'fast-check';

/** The same cases in every run: the gate is not to be red by chance. Others: `VITRINE_SEED=$RANDOM npm test -- schedule`. */
fc.configureGlobal({ seed: Number(process.env.VITRINE_SEED ?? 1) });

export { fc as default };
