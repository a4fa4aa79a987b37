import { api } from '@laurel/contract/routes'
import type { CardDesign } from '@laurel/domain/card-design'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { buttonClass } from '../../../parts/button-class.ts'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { FileDrop } from '../../../parts/FileDrop.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Spinner } from '../../../parts/Spinner.tsx'
import { Switch } from '../../../parts/Switch.tsx'
import { logoUrl } from '../card-look.ts'
import { hasGround } from './has-ground.ts'
import { fileSize, useLogoNames } from './logo-names.ts'
import { Sharpness } from './Sharpness.tsx'
import { useLogoSize } from './use-logo-size.ts'

const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp']
const HINT = 'PNG, JPEG or WebP. Drop it here, or choose it.'

type LogoToolsProps = {
  design: CardDesign
  rewardType: RewardType
  onChange: (part: Partial<CardDesign>) => void
}

/** The customer's own logo. One that cannot be taken leaves what was there. */
export function LogoTools({ design, rewardType, onChange }: LogoToolsProps) {
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
      // One color of a picture with its own ground is a solid block: the customer may still ask for it.
      onChange({ logoFileKey: stored.key, logoOneColor: !isBlock })
    },
  })
  const error = upload.error
    ? (fieldErrors(upload.error).file ?? formError(upload.error) ?? upload.error.message)
    : undefined

  if (upload.isPending) {
    return (
      <p className="flex min-h-15 items-center gap-3 text-muted">
        <Spinner label="Uploading" />
        Uploading {upload.variables.name}
      </p>
    )
  }
  if (design.logoFileKey === null) {
    return (
      <FileDrop label="Choose a logo" hint={HINT} accept={ACCEPTED} onFile={upload.mutate} error={error} />
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
      <div className="hidden text-muted text-small narrow:block">
        <Sharpness design={design} rewardType={rewardType} />
      </div>
      <Switch isSelected={design.logoOneColor} onChange={(logoOneColor) => onChange({ logoOneColor })}>
        One color, so it stays readable
      </Switch>
    </>
  )
}

type LogoRowProps = { fileKey: string; onFile: (file: File) => void; onRemove: () => void }

function LogoRow({ fileKey, onFile, onRemove }: LogoRowProps) {
  const url = logoUrl(fileKey)
  const size = useLogoSize(url)
  const stored = useLogoNames((names) => names.byKey[fileKey])
  const facts = [size && `${size.width} × ${size.height} pixels`, stored && fileSize(stored.bytes)]
  return (
    <div className="flex items-center gap-3">
      <span className="grid size-15 shrink-0 place-items-center rounded-control bg-sunken p-2">
        <img src={url ?? ''} alt="Your logo" className="max-h-11 object-contain" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{stored?.name ?? 'Your logo'}</p>
        <p className="text-muted text-small">{facts.filter(Boolean).join(', ')}</p>
      </div>
      <FileTrigger
        acceptedFileTypes={ACCEPTED}
        onSelect={(files) => {
          const file = files?.[0]
          if (file) onFile(file)
        }}
      >
        <AriaButton className={buttonClass('outlined', 'compact')}>Replace</AriaButton>
      </FileTrigger>
      <Button look="plain" size="round" aria-label="Remove logo" onClick={onRemove}>
        <Icon of={Trash2} />
      </Button>
    </div>
  )
}
