import { api } from '@laurel/contract/routes'
import type { CardDesign } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Images, Trash2, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { create } from 'zustand'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { useSite } from '../../../app/site.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { Switch } from '../../../parts/Checkbox.tsx'
import { loadCardImage } from '../../../parts/card/load-card.ts'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { FileDrop } from '../../../parts/FileDrop.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Spinner } from '../../../parts/Progress.tsx'
import type { StoredFile } from '../create-reward.queries.ts'
import { logoUrl } from '../current-card.ts'
import type { Picture } from './ChooseFile.tsx'
import { hasGround, logoSharpness } from './design-checks.ts'

const ChooseFile = lazy(() => import('./ChooseFile.tsx').then((module) => ({ default: module.ChooseFile })))

const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp']
const HINT = /*i18n*/ 'PNG, JPEG, or WebP. Drop it here, or choose a file.'

type LogoToolsProps = {
  design: CardDesign
  rewardType: RewardType
  onChange: (part: Partial<CardDesign>) => void
}

/** The customer's logo. A rejected file keeps the previous one. */
export function LogoTools({ design, rewardType, onChange }: LogoToolsProps) {
  const i18n = useTexts()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const [stored, isBlock] = await Promise.all([
        call(api.uploadFile, { file }),
        hasGround(file).catch(() => false),
      ])
      return { stored, isBlock }
    },
    onSuccess: ({ stored, isBlock }) => {
      useLogoNames.getState().name(stored)
      // One color turns an opaque image into a solid block, so it is off at first; the customer can still choose it.
      onChange({ logoFileKey: stored.key, logoOneColor: !isBlock })
    },
  })
  const error = upload.error
    ? (fieldErrors(upload.error).file ?? formError(upload.error) ?? upload.error.message)
    : undefined

  if (upload.isPending) {
    return (
      <p className="flex min-h-15 items-center gap-3 text-muted">
        <Spinner label={i18n.t('Uploading')} />
        {i18n.t('Uploading {name}', { name: upload.variables.name })}
      </p>
    )
  }
  const chooser = (
    <FromFiles
      onChoose={async (picture) => {
        upload.reset()
        useLogoNames.getState().name(storedFile(picture))
        onChange({ logoFileKey: picture.key, logoOneColor: !(await isBlock(picture)) })
      }}
    />
  )
  if (design.logoFileKey === null) {
    return (
      <>
        <FileDrop
          label={i18n.t('Choose a logo')}
          hint={i18n.t(HINT)}
          accept={ACCEPTED}
          onFile={upload.mutate}
          error={error}
        />
        {chooser}
      </>
    )
  }
  return (
    <>
      <LogoRow
        fileKey={design.logoFileKey}
        onFile={upload.mutate}
        onRemove={() => {
          upload.reset()
          onChange({ logoFileKey: null })
        }}
      />
      {error && <ErrorText>{error}</ErrorText>}
      {chooser}
      <div className="hidden text-muted text-small narrow:block">
        <Sharpness design={design} rewardType={rewardType} />
      </div>
      <Switch isSelected={design.logoOneColor} onChange={(logoOneColor) => onChange({ logoOneColor })}>
        {i18n.t('One color, so it stays readable')}
      </Switch>
    </>
  )
}

/** A picture that the customer uploaded before. */
function FromFiles({ onChoose }: { onChoose: (picture: Picture) => Promise<void> }) {
  const i18n = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="link" className="justify-self-start" onClick={() => setOpen(true)}>
        <Icon of={Images} size={18} />
        {i18n.t('Choose from your files')}
      </Button>
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <ChooseFile
            onClose={() => setOpen(false)}
            onChoose={(picture) => {
              setOpen(false)
              void onChoose(picture)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function storedFile({ key, previewUrl, name, contentType, bytes, width, height }: Picture): StoredFile {
  return { key, url: previewUrl, name, contentType, bytes, width: width ?? 0, height: height ?? 0 }
}

/** Whether one color would make it a solid block. */
async function isBlock({ previewUrl }: Picture): Promise<boolean> {
  try {
    return await hasGround(await (await fetch(previewUrl)).blob())
  } catch {
    return false
  }
}

type LogoRowProps = { fileKey: string; onFile: (file: File) => void; onRemove: () => void }

function LogoRow({ fileKey, onFile, onRemove }: LogoRowProps) {
  const i18n = useTexts()
  const url = logoUrl(fileKey)
  const size = useLogoSize(url)
  const stored = useLogoNames((names) => names.byKey[fileKey])
  const facts = [
    size && i18n.t('{width, number} × {height, number} pixels', { width: size.width, height: size.height }),
    stored && fileSize(stored.bytes),
  ]
  return (
    <div className="flex items-center gap-3">
      <span className="grid size-15 shrink-0 place-items-center rounded-control bg-sunken p-2 dark:bg-white">
        <img src={url ?? ''} alt={i18n.t('Your logo')} className="max-h-11 object-contain" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{stored?.name ?? i18n.t('Your logo')}</p>
        <p className="text-muted text-small">{facts.filter(Boolean).join(', ')}</p>
      </div>
      <FileTrigger
        acceptedFileTypes={ACCEPTED}
        onSelect={(files) => {
          const file = files?.[0]
          if (file) onFile(file)
        }}
      >
        <AriaButton className={buttonClass('outlined', 'compact')}>{i18n.t('Replace')}</AriaButton>
      </FileTrigger>
      <Button look="plain" size="round" aria-label={i18n.t('Remove logo')} onClick={onRemove}>
        <Icon of={Trash2} />
      </Button>
    </div>
  )
}

/** Whether the logo's resolution is high enough for print. */
export function Sharpness({ design, rewardType }: { design: CardDesign; rewardType: RewardType }) {
  const i18n = useTexts()
  const { shortName } = useSite()
  const size = useLogoSize(logoUrl(design.logoFileKey))
  if (design.logoFileKey === null)
    return <span>{i18n.t('We’ll print the {shortName} logo.', { shortName })}</span>
  // Screens need a lower resolution than print.
  if (rewardType === 'digital') return <span />
  if (!size) return <span>{i18n.t('Reading your logo')}</span>
  const { isSoft, sentence } = logoSharpness(size.width, size.height)
  return (
    <span className={`flex items-start gap-3 ${isSoft ? 'text-warn' : ''}`}>
      <Icon of={isSoft ? TriangleAlert : CircleCheck} className={isSoft ? '' : 'text-good'} />
      {sentence}
    </span>
  )
}

/** An image's size in pixels, once it has loaded. */
function useLogoSize(url: string | null): { width: number; height: number } | undefined {
  const [found, setFound] = useState<{ url: string; width: number; height: number }>()
  useEffect(() => {
    let isCurrent = true
    if (url !== null) {
      loadCardImage(url).then((bitmap) => {
        if (isCurrent && bitmap) setFound({ url, width: bitmap.width, height: bitmap.height })
      })
    }
    return () => {
      isCurrent = false
    }
  }, [url])
  return found && found.url === url ? found : undefined
}

type LogoNames = {
  byKey: Readonly<Record<string, StoredFile>>
  name: (file: StoredFile) => void
}

/** Names of the files uploaded in this visit. The browser stores only a file's key. */
const useLogoNames = create<LogoNames>((set) => ({
  byKey: {},
  name: (file) => set(({ byKey }) => ({ byKey: { ...byKey, [file.key]: file } })),
}))

/** `18 kB`, `1.2 MB`. */
function fileSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
