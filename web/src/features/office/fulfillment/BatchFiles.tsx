import { api } from '@laurel/contract/routes'
import { type BatchFile, isPrintFile } from '@laurel/domain/batch-status'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showFailure } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { Panel } from '../ListParts.tsx'
import { ReasonDialog } from '../OfficeDialog.tsx'
import { refreshOffice, useMay } from '../office.queries.ts'
import { isOvertaken } from '../office-mutations.ts'
import { officeDay, officeMoment } from '../times.ts'
import { FILE_WORDS } from './batch-words.ts'
import type { Batch } from './fulfillment.queries.ts'

type BatchFilesProps = { batch: Batch; onChanged: () => void }

/** The files for printing and mailing. They contain card numbers and names, so every download is logged. */
export function BatchFiles({ batch, onChanged }: BatchFilesProps) {
  const mayPrint = useMay()('cards.print')
  const hasPrints = batch.files.some(({ file }) => isPrintFile(file))
  return (
    <Panel title="Files">
      <ul className="mt-3 grid gap-2">
        {batch.files.map(({ file, pages, givenOut }) => (
          <li key={file} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span>
              {FILE_WORDS[file].word}
              {pages !== null && <span className="block text-muted text-small">{plural(pages, 'page')}</span>}
            </span>
            {(mayPrint || !isPrintFile(file)) && (
              <FileButton batch={batch} file={file} isGivenOut={givenOut} onChanged={onChanged} />
            )}
          </li>
        ))}
      </ul>
      <div className="mt-3 grid gap-1 text-muted text-small">
        {hasPrints && (
          <p>
            {mayPrint
              ? printWords(batch)
              : 'You can’t download cards and letters. Ask a colleague in fulfillment.'}
          </p>
        )}
        {hasPrints && batch.filesKeptUntil && (
          <p>Print files are permanently deleted on {officeDay(batch.filesKeptUntil)}.</p>
        )}
      </div>
    </Panel>
  )
}

/** How long cards and letters can be downloaded, and how to open them again. */
function printWords({ status, mayFetchPrint, printOpenUntil, files }: Batch): string {
  if (status === 'ready') {
    return files.some(({ givenOut }) => givenOut)
      ? 'Downloaded files count as printed. To download them again, give a reason. If you cancel the batch, its cards get new numbers.'
      : 'You can download cards and letters once, until an hour after you mark the batch printed. After that, give a reason.'
  }
  if (mayFetchPrint && printOpenUntil) {
    return `You can download cards and letters until ${officeMoment(printOpenUntil)}.`
  }
  return status === 'printed'
    ? 'Cards and letters were already printed. Give a reason to download them again for an hour.'
    : 'This batch is closed, so you can’t download its cards and letters.'
}

type FileButtonProps = BatchFilesProps & { file: BatchFile; isGivenOut: boolean }

/** Downloading again needs a reason, because card numbers could be printed twice. */
function FileButton({ batch, file, isGivenOut, onChanged }: FileButtonProps) {
  const queryClient = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const { word, ending } = FILE_WORDS[file]
  const fetchIt = async (reason: string) => {
    const bytes = await call(api.getBatchFile, { params: { id: batch.id, file }, query: { reason } })
    saveFile(bytes as unknown as Blob, `${batch.number}-${ending}`)
  }
  const fetching = useMutation({
    mutationFn: () => fetchIt(''),
    onSuccess: () => refreshOffice(queryClient),
    onError: (problem) => {
      // Someone else downloaded it before the click, so now it needs a reason.
      const isFirst = problem instanceof ApiProblem && problem.code === 'validation_failed'
      if (isOvertaken(problem) || isFirst) {
        onChanged()
        void refreshOffice(queryClient)
        return
      }
      showFailure('Download failed', problem)
    },
  })
  return (
    <>
      <Button
        size="compact"
        aria-label={`Download: ${word}`}
        isPending={fetching.isPending}
        isDisabled={isPrintFile(file) && !batch.mayFetchPrint}
        onClick={() => (isGivenOut ? setAsked(true) : fetching.mutate())}
      >
        <Icon of={Download} size={16} />
        Download
      </Button>
      {isAsked && (
        <ReasonDialog
          title={`Download ${word.toLowerCase()} of batch ${batch.number} again?`}
          lead={<p>They were already downloaded and may be printed. Destroy spoiled cards and duplicates.</p>}
          submit="Download again"
          hint="Reason for downloading again. Kept in the audit log."
          maxLength={200}
          decide={fetchIt}
          done={`${word} of batch ${batch.number} downloaded`}
          onClose={() => setAsked(false)}
          onChanged={onChanged}
        />
      )}
    </>
  )
}
