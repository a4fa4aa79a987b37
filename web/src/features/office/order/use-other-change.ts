import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { useMe } from '../office.queries.ts'
import { age } from '../times.ts'
import { didWords, whoWords } from './happening-words.ts'
import { officeOrderQueries } from './order.queries.ts'

/**
 * What somebody else did to an order while one looked at it, in words: what the screen finds when it reads
 * itself anew, and what a refusal says when one decided too late. One's own doing is no news.
 */
export function useOtherChange(orderId: number) {
  const [change, setChange] = useState<string>()
  const seenKey = useRef<string | null>(undefined)
  const me = useMe()
  const { data } = useQuery(officeOrderQueries.history(orderId))

  useEffect(() => {
    if (data === undefined) return
    const last = data.lastChange
    const isNew = seenKey.current !== undefined && last !== null && last.key !== seenKey.current
    seenKey.current = last?.key ?? null
    if (!isNew || last.by === `staff:${me.id}`) return
    const who = whoWords(last, me.id)
    const words = last.words && `: “${last.words}”`
    setChange(
      (told) =>
        told ??
        `${who.charAt(0).toUpperCase()}${who.slice(1)} changed this order ${ago(last.at)}: ${didWords(last)}${words}. It stands here as it is now.`,
    )
  }, [data, me.id])

  return {
    change,
    tellChanged: (cause: unknown) => setChange(refusalWords(cause)),
    see: () => setChange(undefined),
  }
}

const AFTER =
  'Somebody changed this order meanwhile, so nothing was done. It stands here as it is now: look at it again before you go on.'

/** What was typed is kept: it stands in the next dialog that is opened. */
function refusalWords(cause: unknown): string {
  const who = cause instanceof ApiProblem ? cause.errors[0]?.message : undefined
  return who ? `${who} ${AFTER}` : AFTER
}

function ago(at: string): string {
  const minutes = Math.round((Date.now() - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes === 1 ? 'a minute ago' : `${age(at)} ago`
}
