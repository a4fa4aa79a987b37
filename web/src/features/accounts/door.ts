import { createContext, use } from 'react'

/** What the screens of the door share: what was typed on one is there on the next. */
export type Door = {
  email: string
  setEmail: (email: string) => void
  /** A new password was chosen on the way in: asking for another code signs in with it. */
  onNewPassword: (password: string) => void
  /** A recovery code is asked for in place of the app's. */
  isRecovering: boolean
  setRecovering: (isRecovering: boolean) => void
  /** The next sign-in is by a code that is emailed. */
  onCodeWish: () => void
  /** After a sign-up was confirmed: the password that led to it, once. */
  takeConfirmedPassword: () => string | undefined
  /** The account has several second steps: the one that is asked for was chosen on the way here. */
  hasChosenFactor: boolean
  /** Leaves the door for a page of its own. */
  leaveTo: (path: '/confirm-signup' | '/reset-password', email: string) => void
}

export const DoorContext = createContext<Door | null>(null)

export function useDoor(): Door {
  const door = use(DoorContext)
  if (!door) throw new Error('A sign-in screen stands outside its door')
  return door
}
