/** Something that was done to a list, and how it is taken back. */
export type Undoable = {
  /** What is told once it is taken back: "Maya Okafor is as before". */
  undone: string
  undo: () => Promise<void>
}

const KEPT_AT_MOST = 100

/** What was done, the newest last. Each thing is taken back once, by its own button or by Ctrl Z. */
export function makeUndoStack() {
  const done: Undoable[] = []

  /** @returns false when it is taken back already */
  async function takeBack(one: Undoable): Promise<boolean> {
    const at = done.indexOf(one)
    if (at === -1) return false
    done.splice(at, 1)
    await one.undo()
    return true
  }

  return {
    push(one: Undoable): Undoable {
      done.push(one)
      if (done.length > KEPT_AT_MOST) done.shift()
      return one
    },
    takeBack,
    /** It did not come about: there is nothing to take back. */
    forget(one: Undoable): void {
      const at = done.indexOf(one)
      if (at !== -1) done.splice(at, 1)
    },
    /** @returns what was taken back; undefined when nothing is left */
    async takeBackLast(): Promise<Undoable | undefined> {
      const last = done.at(-1)
      if (last) await takeBack(last)
      return last
    },
  }
}
