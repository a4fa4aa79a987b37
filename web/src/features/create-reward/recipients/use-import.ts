import { api } from '@laurel/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { freshKey } from '../../../app/fresh-key.ts'
import type { RecipientImport } from './recipients.queries.ts'
import { refreshList } from './recipients-cache.ts'

/** One list being read, or what came of the last one. */
export type ImportState =
  | { step: 'none' }
  | { step: 'reading'; name: string; rows: number }
  | { step: 'done'; name: string; result: RecipientImport }
  | { step: 'failed'; name: string; message: string; again: () => void }

export type Importing = ReturnType<typeof useImport>

type Source = { name: string; rows: number; text?: string; file?: File; isReplacing?: boolean }

/** Adds people from a file or from pasted rows: all of them or none. */
export function useImport(itemId: number) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'none' })
  const running = useRef<AbortController>(null)

  async function start(source: Source, idempotencyKey = freshKey()): Promise<void> {
    const { name, rows, text, file, isReplacing = false } = source
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'reading', name, rows })
    try {
      const result = await call(api.importRecipients, {
        body: {
          cardItemId: itemId,
          mode: isReplacing ? 'replace' : 'append',
          ...(text !== undefined && { text }),
        },
        file,
        idempotencyKey,
        signal: controller.signal,
      })
      await refreshList(queryClient, itemId)
      setState({ step: 'done', name, result })
    } catch (cause) {
      if (controller.signal.aborted) return
      console.error('Failed to import recipients', cause)
      const message =
        Object.values(fieldErrors(cause))[0] ?? formError(cause) ?? 'That list could not be read.'
      setState({ step: 'failed', name, message, again: () => void start(source, idempotencyKey) })
    }
  }

  return {
    state,
    paste: (text: string, isReplacing = false) =>
      void start({ name: 'Pasted rows', rows: countRows(text), text, isReplacing }),
    upload: async (file: File) => start({ name: file.name, rows: countRows(await file.text()), file }),
    /** Stops waiting. What the server has read by then may be on the list. */
    cancel: () => {
      running.current?.abort()
      setState({ step: 'none' })
      void refreshList(queryClient, itemId)
    },
    dismiss: () => setState({ step: 'none' }),
  }
}

/** About how many people: the lines that are not empty. */
function countRows(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length
}
