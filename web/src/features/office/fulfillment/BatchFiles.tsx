import { api } from '@laurel/contract/routes'
import { type BatchFile, isPrintFile } from '@laurel/domain/batch-status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { day, moment, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { refreshOffice } from '../office.queries.ts'
import { isChangedMeanwhile } from '../order/changed-meanwhile.ts'
import { FILE_WORDS } from './batch-words.ts'
import type { Batch } from './fulfillment.queries.ts'

type BatchFilesProps = { batch: Batch; onChanged: () => void }

/** What goes to the press and to the mail. Cards carry numbers: who fetched them is written down. */
export function BatchFiles({ batch, onChanged }: BatchFilesProps) {
  const hasPrints = batch.files.some(({ file }) => isPrintFile(file))
  return (
    <section aria-labelledby="files">
      <h2 id="files" className="text-h3">
        Files
      </h2>
      <ul className="mt-3 grid gap-2">
        {batch.files.map(({ file, pages }) => (
          <li key={file} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span>
              {FILE_WORDS[file].word}
              {pages !== null && <span className="block text-muted text-small">{plural(pages, 'page')}</span>}
            </span>
            <FileButton batch={batch} file={file} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      <div className="mt-3 grid gap-1 text-muted text-small">
        {hasPrints && <p>{printWords(batch)}</p>}
        {hasPrints && batch.filesKeptUntil && (
          <p>What was printed is removed for good on {day(batch.filesKeptUntil)}.</p>
        )}
      </div>
    </section>
  )
}

/** Until when cards and letters are given out, and what opens them again. */
function printWords({ status, mayFetchPrint, printOpenUntil }: Batch): string {
  if (status === 'ready') return 'Cards and letters can be fetched until an hour after you mark it printed.'
  if (mayFetchPrint && printOpenUntil) {
    return `Cards and letters can be fetched until ${moment(printOpenUntil)}.`
  }
  return status === 'printed'
    ? 'Cards and letters were printed already. Say why they are printed again: they are then open for an hour.'
    : 'Cards and letters have left and are not given out again.'
}

function FileButton({ batch, file, onChanged }: BatchFilesProps & { file: BatchFile }) {
  const queryClient = useQueryClient()
  const { word, ending } = FILE_WORDS[file]
  const fetching = useMutation({
    mutationFn: async () =>
      (await call(api.getBatchFile, { params: { id: batch.id, file } })) as unknown as Blob,
    onSuccess: (bytes) => saveFile(bytes, `${batch.number}-${ending}`),
    onError: (problem) => {
      if (isChangedMeanwhile(problem)) {
        onChanged()
        void refreshOffice(queryClient)
        return
      }
      showToast({ tone: 'bad', title: `${word} did not come`, text: formError(problem) ?? '' })
    },
  })
  return (
    <Button
      size="compact"
      aria-label={`Download: ${word}`}
      isPending={fetching.isPending}
      isDisabled={isPrintFile(file) && !batch.mayFetchPrint}
      onClick={() => fetching.mutate()}
    >
      <Icon of={Download} size={16} />
      Download
    </Button>
  )
}
