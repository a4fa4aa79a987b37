import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { customerQueries } from '../../app/customer.queries.ts'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Contact } from '../../app/security-calls.ts'
import { showToast } from '../../app/toast-store.ts'
import { securityQueries } from './security.queries.ts'

type Step = { at: 'rest' } | { at: 'entry' } | { at: 'code'; sentTo: string }

/** The way from one address or number to another: typed, sent a code, confirmed. */
export function useContactChange(contact: Contact, onChanged: (value: string) => void) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ at: 'rest' })
  const restButton = useRef<HTMLButtonElement>(null)

  /** Back to what is read, with the focus where one came from. */
  function rest() {
    flushSync(() => setStep({ at: 'rest' }))
    restButton.current?.focus()
  }

  async function finish(value: string) {
    await queryClient.invalidateQueries({ queryKey: securityQueries.mine().queryKey })
    queryClient.invalidateQueries({ queryKey: customerQueries.me().queryKey })
    rest()
    onChanged(value)
  }

  const asking = useMutation({
    mutationFn: async (value: string) => (await loadAccountCalls()).changeContact(contact, value),
    onSuccess: (outcome, value) =>
      outcome === 'done' ? finish(value) : setStep({ at: 'code', sentTo: value }),
  })
  /** To an address that is there already, and was never confirmed. */
  const confirming = useMutation({
    mutationFn: async (_value: string) => (await loadAccountCalls()).sendContactCode(contact),
    onSuccess: (_, value) => setStep({ at: 'code', sentTo: value }),
  })
  const resending = useMutation({
    mutationFn: async (_value: string) => (await loadAccountCalls()).sendContactCode(contact),
    onSuccess: (_, value) => showToast({ title: 'A new code is on its way', text: value }),
  })

  return {
    step,
    restButton,
    asking,
    confirming,
    resending,
    rest,
    finish,
    edit() {
      asking.reset()
      confirming.reset()
      setStep({ at: 'entry' })
    },
  }
}

export type ContactChange = ReturnType<typeof useContactChange>
