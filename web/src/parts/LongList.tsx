import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTexts } from '../app/texts.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { download } from './save-file.ts'

type ExportButtonProps = { name: string; fetchFile: () => Promise<unknown> }

/** Downloads all pages of a list. */
export function ExportButton({ name, fetchFile }: ExportButtonProps) {
  const i18n = useTexts()
  const saving = useMutation({ mutationFn: () => download(name, fetchFile) })
  return (
    <Button onClick={() => saving.mutate()} isPending={saving.isPending}>
      <Icon of={Download} />
      {i18n.t('Export CSV')}
    </Button>
  )
}

type OlderProps = {
  label: string
  isOldestFirst?: boolean
  /** Missing on the first page. */
  onNewest: (() => void) | undefined
  /** Missing on the last page. */
  onOlder: (() => void) | undefined
}

/** Pages of a list that only grows, one after the other. Hidden when one page holds it all. */
export function Older({ label, isOldestFirst = false, onNewest, onOlder }: OlderProps) {
  const i18n = useTexts()
  if (!onNewest && !onOlder) return null
  return (
    <nav aria-label={label} className="mt-5 flex justify-end gap-3">
      {onNewest && (
        <Button size="compact" onClick={onNewest}>
          {isOldestFirst ? i18n.t('Oldest') : i18n.t('Newest')}
        </Button>
      )}
      <Button size="compact" isDisabled={!onOlder} onClick={onOlder}>
        {isOldestFirst ? i18n.t('Newer') : i18n.t('Older')}
      </Button>
    </nav>
  )
}
