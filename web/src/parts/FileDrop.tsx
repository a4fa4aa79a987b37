import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useTexts } from '../app/texts.ts'
import { buttonClass } from './Button.tsx'
import { ErrorText } from './FieldText.tsx'
import { Icon } from './Icon.tsx'

type FileDropProps = {
  /** The button's label: "Upload a CSV file". */
  label: string
  /** Accepted files: "PNG, JPEG, or WebP, up to 5 MB". */
  hint?: ReactNode
  accept: string[]
  onFile: (file: File) => void
  error?: string | undefined
  isDisabled?: boolean
}

/** A drop zone for one file, with a button as the alternative. */
export function FileDrop({ label, hint, accept, onFile, error, isDisabled = false }: FileDropProps) {
  const i18n = useTexts()

  return (
    <div className="grid gap-1.5">
      <DropZone
        aria-label={i18n.t('Drop a file here')}
        isDisabled={isDisabled}
        onDrop={async ({ items }) => {
          const item = items.find((one) => one.kind === 'file')
          if (item?.kind === 'file') onFile(await item.getFile())
        }}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line-strong border-dashed bg-surface p-4 data-[drop-target]:border-accent-line data-[drop-target]:bg-accent-tint data-[focus-visible]:outline-2 data-[focus-visible]:outline-accent-line"
      >
        <FileTrigger
          acceptedFileTypes={accept}
          onSelect={(files) => {
            const file = files?.[0]
            if (file) onFile(file)
          }}
        >
          <AriaButton isDisabled={isDisabled} className={buttonClass('outlined', 'compact')}>
            <Icon of={Upload} size={18} />
            {label}
          </AriaButton>
        </FileTrigger>
        {hint && <span className="text-muted text-small">{hint}</span>}
      </DropZone>
      {error && <ErrorText>{error}</ErrorText>}
    </div>
  )
}
