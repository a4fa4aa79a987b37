import { useAuthenticator } from '@aws-amplify/ui-react-core'
import { useMemo } from 'react'
import { problemSaid } from '../../app/account-problem.ts'

/** Where the accounts library stands in the sign-in, what it refused, and the ways on from here. */
export function useKit() {
  const kit = useAuthenticator()
  const { error } = kit
  const problem = useMemo(() => (error ? problemSaid(error) : undefined), [error])
  return { ...kit, problem }
}
