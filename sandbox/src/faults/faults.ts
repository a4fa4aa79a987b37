import { type ActiveFault, type FaultName, KNOWN_FAULTS, type System } from './known-faults.ts'

const MAX_WAIT_MS = 600_000

/** A request for an unknown or invalid fault. The message is for the caller. */
export class UnknownFault extends Error {
  override readonly name = 'UnknownFault'
}

function wholeNumber(value: unknown, name: string, least: number, most: number): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
    throw new UnknownFault(`${name} is a whole number from ${least} to ${most}.`)
  }
  return value
}

export type Faults = ReturnType<typeof makeFaults>

/** The active faults: the simulators ask here wherever something can fail. */
export function makeFaults() {
  let active: ActiveFault[] = []

  return {
    list: () => active.map((fault) => ({ ...fault })),

    /**
     * Switches a fault on, replacing an earlier one of the same name.
     *
     * @throws {UnknownFault} if the system has no such fault or a number is out of range
     */
    switchOn(system: System, wish: unknown): ActiveFault {
      const { fault, times, ms, code } = (wish ?? {}) as Record<string, unknown>
      const known = KNOWN_FAULTS.find((one) => one.system === system && one.fault === fault)
      if (!known) {
        const names = KNOWN_FAULTS.filter((one) => one.system === system).map((one) => one.fault)
        throw new UnknownFault(`fault is one of ${names.join(', ')}.`)
      }
      const next: ActiveFault = {
        system,
        fault: known.fault,
        times: wholeNumber(times, 'times', 1, 1_000_000),
        ms: wholeNumber(ms, 'ms', 0, MAX_WAIT_MS) ?? ('ms' in known ? known.ms : undefined),
        code: wholeNumber(code, 'code', 400, 599),
      }
      active = [...active.filter((one) => one.system !== system || one.fault !== known.fault), next]
      return { ...next }
    },

    clear(system: System): void {
      active = active.filter((one) => one.system !== system)
    },

    /** The fault to cause now, if it's switched on; counts down its remaining times. */
    take<S extends System>(system: S, fault: FaultName<S>): ActiveFault | undefined {
      const found = active.find((one) => one.system === system && one.fault === fault)
      if (found?.times !== undefined) {
        found.times -= 1
        if (found.times === 0) active = active.filter((one) => one !== found)
      }
      return found
    },
  }
}
