import type { PasswordPolicy } from '@laurel/domain/password-policy'
import { useEffect, useRef, useState } from 'react'
import { PasswordRules } from '../../parts/PasswordRules.tsx'

/** The password's rules inside the library's field, which keeps what is typed to itself. */
export function TypedPasswordRules({ policy }: { policy: PasswordPolicy }) {
  const ref = useRef<HTMLDivElement>(null)
  const [password, setPassword] = useState('')

  useEffect(() => {
    const input = ref.current?.closest('.amplify-passwordfield')?.querySelector('input')
    if (!input) return
    const read = () => setPassword(input.value)
    read()
    input.addEventListener('input', read)
    return () => input.removeEventListener('input', read)
  }, [])

  return (
    <div ref={ref}>
      <PasswordRules policy={policy} password={password} />
    </div>
  )
}
