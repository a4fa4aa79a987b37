import { useState } from 'react'
import type { Factor } from '../../app/security-calls.ts'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { FACTORS } from './factors.ts'

type Choice = Factor | 'any'

type PreferredFactorProps = {
  factors: readonly Factor[]
  preferred: Factor | null
  /** Settles when the service says what is so now. */
  onChange: (preferred: Factor | null) => Promise<unknown>
}

/** Several are on: which of them is asked for. */
export function PreferredFactor({ factors, preferred, onChange }: PreferredFactorProps) {
  /** Shown as chosen from the press on. */
  const [wanted, setWanted] = useState<Choice>()

  async function choose(choice: Choice) {
    setWanted(choice)
    // What was refused is said above; here the choice goes back to what is so.
    await onChange(choice === 'any' ? null : choice).catch(() => {})
    setWanted(undefined)
  }

  return (
    <div className="grid gap-3">
      <h3 className="text-body">Which one do we ask for?</h3>
      <RadioChoice<Choice>
        label="Which one do we ask for?"
        value={wanted ?? preferred ?? 'any'}
        onChange={choose}
        options={[
          {
            value: 'any',
            title: 'I choose each time',
            detail: 'Should you lose one, another still lets you in.',
          },
          ...factors.map((factor) => ({ value: factor, title: `Always: ${FACTORS[factor].name}` })),
        ]}
      />
    </div>
  )
}
