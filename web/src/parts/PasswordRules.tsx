import { type PasswordPolicy, passwordProblems } from '@laurel/domain/password-policy'
import { Check, Circle } from 'lucide-react'
import { Icon } from './Icon.tsx'

/** What a password must have, ticked off while it is typed. docs/spec.md §5. */
export function PasswordRules({ policy, password }: { policy: PasswordPolicy; password: string }) {
  const missing = new Set(passwordProblems(policy, password))
  return (
    <ul className="grid gap-1 text-small">
      {passwordProblems(policy, '').map((rule) => {
        const isKept = !missing.has(rule)
        return (
          <li key={rule} className={`flex items-center gap-2 ${isKept ? 'text-good' : 'text-muted'}`}>
            <Icon of={isKept ? Check : Circle} size={16} label={isKept ? 'Done:' : 'Missing:'} />
            {rule}
          </li>
        )
      })}
    </ul>
  )
}
