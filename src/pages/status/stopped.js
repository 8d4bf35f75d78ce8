/** The plan of the past holds only while the player ran. */
export function asItWas(report) {
  const split = (periods) => splitByRun(periods, report.stopped);
  return {
    ...report,
    display: split(report.display),
    // What would not have played needs no other reason.
    entries: report.entries.map((entry) => ({
      ...entry,
      periods: entry.periods.flatMap((period) => (period.why === null ? split([period]) : [period])),
    })),
  };
}

/** Splits periods of a day by the hours in which no player ran: those parts are `stopped`, and adjacent ones are one. */
function splitByRun(periods, stopped) {
  const parts = [];
  for (const period of periods) {
    let { from } = period;
    for (const gap of stopped.filter((one) => one.to > period.from && one.from < period.to)) {
      const begin = gap.from > from ? gap.from : from;
      const end = gap.to < period.to ? gap.to : period.to;
      if (begin > from) parts.push({ ...period, from, to: begin });
      const last = parts.at(-1);
      if (last?.stopped && last.to === begin) last.to = end;
      else parts.push({ ...period, from: begin, to: end, stopped: true });
      from = end;
    }
    if (from < period.to) parts.push({ ...period, from });
  }
  return parts;
}
