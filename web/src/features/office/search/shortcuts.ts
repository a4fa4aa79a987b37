import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { useMay } from '../office.queries.ts'
import { PLACES } from '../shell/places.ts'

type Overlay = 'search' | 'shortcuts'

/** What's open on top of the screen. */
export const useOverlay = create<{ open: Overlay | undefined }>(() => ({ open: undefined }))

export function openOverlay(open: Overlay): void {
  useOverlay.setState({ open })
}

export function closeOverlay(): void {
  useOverlay.setState({ open: undefined })
}

const SINGLE_KEYS = 'office-single-keys'

/** Whether keys without Ctrl or ⌘ are shortcuts. People who dictate or have tremors can turn them off (WCAG 2.1.4). */
export const useSingleKeys = create<{ areOn: boolean }>(() => ({ areOn: readSingleKeys() }))

function readSingleKeys(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(areOn: boolean): void {
  useSingleKeys.setState({ areOn })
  try {
    localStorage.setItem(SINGLE_KEYS, areOn ? 'on' : 'off')
  } catch {
    // It holds until the page closes.
  }
}

/** How long after `G` the next key names a place. */
const SECOND_KEY_MS = 1_500
const FIELDS =
  'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=listbox], [role=menu], [role=grid]'
const DIALOGS = '[role=dialog], [role=alertdialog]'

/** A single key outside of fields and dialogs, including loading ones. Autofill sends events without a key. */
function singleKeyOf(event: Event): string | undefined {
  if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing) return undefined
  if (event.ctrlKey || event.metaKey || event.altKey || !useSingleKeys.getState().areOn) return undefined
  if (useOverlay.getState().open !== undefined) return undefined
  const isInField = event.target instanceof Element && event.target.closest(FIELDS) !== null
  return isInField || document.querySelector(DIALOGS) !== null ? undefined : event.key.toLowerCase()
}

/** Shortcuts of a screen: single keys, and what they do. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const act = latest.current[singleKeyOf(event) ?? '']
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Shortcuts of every screen: `Ctrl K` also in fields, and the others outside of them. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  const may = useMay()
  const began = useRef(Number.NEGATIVE_INFINITY)
  const act = useRef((_event: KeyboardEvent) => {})
  useEffect(() => {
    act.current = (event) => {
      const { open } = useOverlay.getState()
      if (isCommandK(event) && (open !== undefined || document.querySelector(DIALOGS) === null)) {
        event.preventDefault()
        if (open === 'search') closeOverlay()
        else openOverlay('search')
        return
      }
      const key = singleKeyOf(event)
      if (key === undefined) return
      if (event.timeStamp - began.current < SECOND_KEY_MS) {
        event.preventDefault()
        began.current = Number.NEGATIVE_INFINITY
        const place = PLACES.find((one) => one.key === key)
        if (place && (!place.needs || may(place.needs))) void navigate({ to: place.to })
      } else if (key === 'g') {
        event.preventDefault()
        began.current = event.timeStamp
      } else if (key === '?' || key === '/') {
        event.preventDefault()
        openOverlay(key === '?' ? 'shortcuts' : 'search')
      }
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act.current(event)
    // Before those of a screen.
    document.addEventListener('keydown', listen, { capture: true })
    return () => {
      document.removeEventListener('keydown', listen, { capture: true })
      closeOverlay()
    }
  }, [])
}

function isCommandK(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || event.shiftKey || event.altKey) return false
  return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
}

/** `Ctrl`, or `⌘` on a Mac. */
export const COMMAND = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'
