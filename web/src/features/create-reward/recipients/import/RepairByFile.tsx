import { api } from '@laurel/contract/routes'
import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { call } from '../../../../app/call.ts'
import { Button, buttonClass } from '../../../../parts/Button.tsx'
import { count } from '../../../../parts/format.ts'
import { Icon } from '../../../../parts/Icon.tsx'
import { csvNameOf, download } from '../download.ts'
import type { ImportSummary } from './import.queries.ts'
import { importName } from './import-words.ts'
import { ACCEPTED_FILES } from './sending.ts'
import type { Importing } from './use-import.ts'

const FILES_AT_MOST = 3

/** The rows that need a hand as a file: to be repaired in a spreadsheet and uploaded alone. */
export function RepairByFile({ importing, attention }: { importing: Importing; attention: number }) {
  const files = importing.withErrors.slice(0, FILES_AT_MOST)
  if (attention === 0 || files.length === 0) return null
  return (
    <div className="-mt-1 mb-3.5 flex flex-wrap items-center gap-x-4 gap-y-2 text-small">
      <p className="text-muted">
        {attention === 1
          ? 'One row needs attention. Fix it here, or in a spreadsheet:'
          : `${count(attention)} rows need attention. Fix them here, or in a spreadsheet:`}
      </p>
      <div className="flex flex-wrap gap-2">
        {files.map((file) => (
          <ErrorsFile key={file.id} file={file} isAlone={files.length === 1} />
        ))}
        <FileTrigger
          acceptedFileTypes={ACCEPTED_FILES}
          onSelect={(chosen) => {
            const file = chosen?.[0]
            if (file) importing.upload(file, 'repair')
          }}
        >
          <AriaButton className={buttonClass('outlined', 'compact')}>
            <Icon of={Upload} size={18} />
            Upload fixed rows
          </AriaButton>
        </FileTrigger>
      </div>
    </div>
  )
}

function ErrorsFile({ file, isAlone }: { file: ImportSummary; isAlone: boolean }) {
  const [isPending, setPending] = useState(false)
  const name = importName(file)
  async function fetchFile() {
    setPending(true)
    await download(csvNameOf(name, 'to fix'), () =>
      call(api.getImportErrorsFile, { params: { id: file.id } }),
    )
    setPending(false)
  }
  return (
    <Button size="compact" isPending={isPending} onClick={fetchFile}>
      <Icon of={Download} size={18} />
      Download rows to fix{!isAlone && ` (${name})`}
    </Button>
  )
}
