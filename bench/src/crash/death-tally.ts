/** A round's outcome: it crashed at its point, was killed later, or did no work at all. */
export type Outcome = 'there' | 'elsewhere' | 'idle'

/** How often each point was targeted, and with what outcome. Idle rounds don't count. */
export function makeDeathTally() {
  const rows = new Map<string, Record<Outcome, number>>()
  const sum = (what: Outcome) => [...rows.values()].reduce((all, row) => all + row[what], 0)
  return {
    count(point: string, outcome: Outcome) {
      const row = rows.get(point) ?? { there: 0, elsewhere: 0, idle: 0 }
      row[outcome] += 1
      rows.set(point, row)
    },
    rounds: () => sum('there') + sum('elsewhere'),
    idle: () => sum('idle'),
    lines: () => [
      'point of death       killed there  killed elsewhere  not counted: nothing done',
      ...[...rows].map(([point, { there, elsewhere, idle }]) =>
        [
          point.padEnd(19),
          String(there).padStart(13),
          String(elsewhere).padStart(16),
          String(idle).padStart(25),
        ].join('  '),
      ),
    ],
  }
}
