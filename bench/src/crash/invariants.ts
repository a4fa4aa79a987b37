/** The rules of a crash run, in display order. */
const RULES = [
  'nothing charged twice',
  'nothing paid lost',
  'nothing kept without an order',
  'late money refunded once',
  'nothing without money',
  'charged as priced',
  'one order, one state',
  'refunded once',
  'refunds within payment',
  'ledger comes to zero',
  'ledger holds the money',
  'balance is its ledger',
  'budgets hold the orders',
  'invoices hold the orders',
  'reminded once',
  'nothing paid unapproved',
  'answered stays answered',
  'nothing left behind',
  'asked once, done once',
  'acknowledged is kept',
  'nothing stuck',
  'audit chain whole',
] as const
export type Rule = (typeof RULES)[number]

/** Checks one rule against one thing. */
export type Invariants = (rule: Rule, holds: boolean, words: string) => void

/** One check of everything. */
export function newLook() {
  const held = new Map<Rule, number>()
  const broken: string[] = []
  const hold: Invariants = (rule, holds, words) => {
    if (holds) held.set(rule, (held.get(rule) ?? 0) + 1)
    else broken.push(`${rule}: ${words}`)
  }
  return { hold, held, broken }
}

/** How often each rule was checked, in all rounds. */
export function makeInvariantTally() {
  const sums = new Map<Rule, number>(RULES.map((rule) => [rule, 0]))
  return {
    add(held: ReadonlyMap<Rule, number>) {
      for (const [rule, times] of held) sums.set(rule, sums.get(rule)! + times)
    },
    lines: () => [
      'invariant                 times held',
      ...RULES.map((rule) => `${rule.padEnd(24)}  ${String(sums.get(rule)).padStart(10)}`),
    ],
  }
}
