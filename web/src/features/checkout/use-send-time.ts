import { useState } from 'react'
import { type WallTime, wallTimeAtSite } from '../../parts/site-time.ts'
import { firstSendTime, readSendTime } from './send-time.ts'

export type WhenToSend = ReturnType<typeof useSendTime>

/** Now, or at a time of the site's own clock. Begins with what the order keeps. */
export function useSendTime(kept: string | null, timeZone: string) {
  const [isLater, setLater] = useState(kept !== null)
  const [typed, setTyped] = useState<WallTime>(() =>
    kept === null ? firstSendTime(timeZone) : wallTimeAtSite(new Date(kept), timeZone),
  )
  const { at, errors } = readSendTime(typed, timeZone)
  return {
    isLater,
    setLater,
    typed,
    setTyped,
    errors,
    timeZone,
    /** What `typed` means; undefined while it cannot be used. */
    laterAt: at,
    /** What the order should keep: null is as soon as it is approved. */
    sendAt: isLater ? at : null,
  }
}
