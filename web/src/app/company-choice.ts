import { create } from 'zustand'

/** Names the company that a call is made for. Without it, the one the customer joined first counts. */
export const COMPANY_HEADER = 'laurel-company'
const STORED_AS = 'company-storage'

/**
 * An account's choice: on a shared computer, the next account has other companies. The name is for the
 * message that they are no longer in it.
 */
type Choice = { account: string; id: number; name: string }

/** Each tab keeps its company when another tab switches; a new tab starts with the last choice. */
const useChoice = create<{ choice: Choice | undefined }>(() => ({ choice: readStored() }))
let onLeft: ((left: { id: number; name: string }) => void) | undefined

export function useChosenCompany(): number | undefined {
  return useChoice(({ choice }) => choice?.id)
}

/** The company chosen in this tab, if the account of this token chose it. */
export function chosenCompany(token: string): number | undefined {
  const { choice } = useChoice.getState()
  return choice?.account === accountOf(token) ? choice.id : undefined
}

export function chooseCompany(token: string, { id, name }: { id: number; name: string }): void {
  const choice = { account: accountOf(token), id, name }
  useChoice.setState({ choice })
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(choice))
  } catch (cause) {
    console.warn('The company is chosen for this tab only', cause)
  }
}

export function forgetCompany(): void {
  useChoice.setState({ choice: undefined })
  try {
    localStorage.removeItem(STORED_AS)
  } catch (cause) {
    console.warn('We couldn’t remove the stored company', cause)
  }
}

/** Several calls may be refused at once, and after a switch; only the chosen company is left, and once. */
export function leaveCompany(id: number): void {
  const { choice } = useChoice.getState()
  if (choice?.id !== id) return
  forgetCompany()
  onLeft?.(choice)
}

/** Calls back when a call was refused because the customer left the chosen company. */
export function listenToCompanyLeft(listener: NonNullable<typeof onLeft>): void {
  onLeft = listener
}

function readStored(): Choice | undefined {
  try {
    const stored: Partial<Choice> | null = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null')
    const { account, id, name } = stored ?? {}
    return typeof account === 'string' && Number.isSafeInteger(id) && typeof name === 'string'
      ? { account, id: Number(id), name }
      : undefined
  } catch {
    return undefined
  }
}

/** The token's subject; an unreadable token is refused by the server. */
function accountOf(token: string): string {
  try {
    const [, payload = ''] = token.split('.')
    const claims: { sub?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return String(claims.sub ?? '')
  } catch {
    return ''
  }
}
