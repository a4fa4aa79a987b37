/** A change of a list with its undo. */
export type Undoable = {
  /** The message after undo: "Maya Okafor was restored". */
  undone: string
  undo: () => Promise<void>
}

const KEPT_AT_MOST = 100

/** The changes, newest last. Each is undone at most once, by its own button or by Ctrl Z. */
export function makeUndoStack() {
  const done: Undoable[] = []

  /** @returns false if it was undone already */
  async function undo(one: Undoable): Promise<boolean> {
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
    undo,
    /** Removes a change that failed. */
    forget(one: Undoable): void {
      const at = done.indexOf(one)
      if (at !== -1) done.splice(at, 1)
    },
    /** @returns the undone change, or undefined if none is left */
    async undoLast(): Promise<Undoable | undefined> {
      const last = done.at(-1)
      if (last) await undo(last)
      return last
    },
  }
}
