import { type ReactNode, useEffect, useRef } from 'react'

type ScreenProps = {
  lead?: ReactNode
  /** What was refused last. */
  problem: unknown
  /** The name of the field to mend after a refusal; what it holds is selected. */
  again?: string | undefined
  /** A code is wanted: its field is begun at even where that opens a touch keyboard. */
  beginsAtCode?: boolean
  children: ReactNode
}

/**
 * One screen of the door. It begins at its first field, or by touch at the dialog, so that no keyboard
 * covers what is to be read; after a refusal it goes on at the field to mend.
 */
export function Screen({ lead, problem, again, beginsAtCode = false, children }: ScreenProps) {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const isTouched = matchMedia('(pointer: coarse)').matches
    const start =
      isTouched && !beginsAtCode
        ? ref.current?.closest<HTMLElement>('[role=dialog]')
        : firstToFill(ref.current)
    start?.focus()
  }, [beginsAtCode])

  useEffect(() => {
    if (!problem || !again) return
    const field = ref.current?.querySelector<HTMLInputElement>(`input[name="${again}"]`)
    field?.focus()
    field?.select()
  }, [problem, again])

  return (
    <div ref={ref} className={`grid gap-6 ${lead ? 'pt-2' : 'pt-6'}`}>
      {lead && <p className="text-muted">{lead}</p>}
      {children}
    </div>
  )
}

/** What was known already is not asked again: with the email there, one begins at the password. */
function firstToFill(screen: HTMLElement | null): HTMLElement | undefined {
  const fields = [...(screen?.querySelectorAll('input') ?? [])]
  return fields.find((field) => field.value === '') ?? fields[0]
}
