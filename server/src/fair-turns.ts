type Waiting = { owner: string; begin: () => void }

/** Runs a few pieces of work at a time, one per owner, in round-robin order. */
export class FairTurns {
  readonly #atOnce: number
  readonly #active = new Set<string>()
  #waiting: Waiting[] = []

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** How much of an owner's waits for its turn, or has it. */
  countOf(owner: string): number {
    const waiting = this.#waiting.filter((one) => one.owner === owner).length
    return waiting + (this.#active.has(owner) ? 1 : 0)
  }

  /** Does a piece of work once it is its owner's turn. */
  async take<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ owner, begin })
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#active.delete(owner)
      const isTheirs = (one: Waiting) => one.owner === owner
      this.#waiting = [
        ...this.#waiting.filter((one) => !isTheirs(one)),
        ...this.#waiting.filter((one) => isTheirs(one)),
      ]
      this.#next()
    }
  }

  #next() {
    while (this.#active.size < this.#atOnce) {
      const next = this.#waiting.find(({ owner }) => !this.#active.has(owner))
      if (next === undefined) return
      this.#waiting = this.#waiting.filter((one) => one !== next)
      this.#active.add(next.owner)
      next.begin()
    }
  }
}
