import type { Factor } from '../../app/security-calls.ts'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { FACTORS } from './factors.ts'

type PreferredFactorProps = {
  factors: readonly Factor[]
  preferred: Factor | null
  onChange: (preferred: Factor | null) => void
}

/** Several are on: which of them is asked for. */
export function PreferredFactor({ factors, preferred, onChange }: PreferredFactorProps) {
  return (
    <div className="grid gap-3">
      <h3 className="text-body">Which one do we ask for?</h3>
      <RadioChoice<Factor | 'any'>
        label="Which one do we ask for?"
        value={preferred ?? 'any'}
        onChange={(value) => onChange(value === 'any' ? null : value)}
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
