import { US_STATES } from '@laurel/domain/us-states'
import { useQuery } from '@tanstack/react-query'
import { usStatesQuery } from '../../app/customer.queries.ts'
import { Select } from '../Select.tsx'

type StateFieldProps = {
  name: string
  /** Two letters, or '' while nothing is chosen. */
  value: string
  onChange: (code: string) => void
  autoComplete?: string
}

/** A state by its name. Typing finds it, and the browser fills it in. */
export function StateField({ name, value, onChange, autoComplete = 'address-level1' }: StateFieldProps) {
  // The site's own list is shown once it is here; until then, or without a network, everybody's.
  const { data: states = US_STATES } = useQuery(usStatesQuery)
  return (
    <Select
      label="State"
      name={name}
      autoComplete={autoComplete}
      placeholder="Choose a state"
      options={states.map((state) => ({ value: state.code, label: state.name }))}
      value={value || null}
      onChange={(code) => onChange(code ?? '')}
    />
  )
}
