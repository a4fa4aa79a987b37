/** Seeded, so that a failure can be reproduced. */
export function mulberry(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Dice = ReturnType<typeof makeDice>

/** Choices by a seeded generator. */
export function makeDice(seed: number) {
  const random = mulberry(seed)
  const below = (count: number) => Math.floor(random() * count)
  return {
    below,
    chance: (share: number) => random() < share,
    pick<T>(from: readonly T[]): T {
      const chosen = from[below(from.length)]
      if (chosen === undefined) throw new Error('there is nothing to choose from')
      return chosen
    },
    /** One of several by weight. */
    weigh<T extends string>(weights: Readonly<Record<T, number>>): T {
      const entries = Object.entries<number>(weights) as [T, number][]
      let rest = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        rest -= weight
        if (rest < 0) return name
      }
      return entries[0]![0]
    },
  }
}
