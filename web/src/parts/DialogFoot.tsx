import type { ReactNode } from 'react'
import { useTexts } from '../app/texts.ts'
import { Button } from './Button.tsx'

type DialogFootProps = {
  onClose: () => void
  /** The form around it is being sent. */
  isPending: boolean
  /** What the dialog does: the label of its submit button. */
  children: ReactNode
}

/** The buttons of a form in a dialog. */
export function DialogFoot({ onClose, isPending, children }: DialogFootProps) {
  const i18n = useTexts()
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="plain" onClick={onClose}>
        {i18n.t('Cancel')}
      </Button>
      <Button look="primary" type="submit" isPending={isPending}>
        {children}
      </Button>
    </div>
  )
}
