import { useEffect, useState } from 'react'
import { showToast } from '../../app/toast-store.ts'
import { useKit } from './use-kit.ts'

/** Asks the accounts library for another code, and says when it is on its way. */
export function useKitResend() {
  const { resendCode, isPending, error } = useKit()
  const [isAsked, setAsked] = useState(false)
  const [sent, setSent] = useState(1)

  useEffect(() => {
    if (!isAsked || isPending) return
    setAsked(false)
    if (error) return
    setSent((before) => before + 1)
    showToast({ title: 'A new code is on its way', text: 'The one before it no longer works.' })
  }, [isAsked, isPending, error])

  return {
    sent,
    isPending: isAsked && isPending,
    onResend: () => {
      setAsked(true)
      resendCode()
    },
  }
}
