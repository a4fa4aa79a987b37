import { api } from '@laurel/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { FileDrop } from '../../../parts/FileDrop.tsx'

type PictureFieldProps = {
  label: string
  hint?: string | undefined
  /** Its address, or empty. */
  value: string
  onChange: (address: string) => void
  error?: string | undefined
  /** For white marks. */
  onDark?: boolean
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** A picture of the site's own, kept as soon as it is chosen and used when the form is saved. */
export function PictureField({ label, hint, value, onChange, error, onDark = false }: PictureFieldProps) {
  const upload = useMutation({
    mutationFn: (file: File) => call(api.uploadSitePicture, { file }),
    onSuccess: ({ url }) => onChange(url),
  })
  const problem = upload.error ? (formError(upload.error) ?? 'Choose another picture.') : error
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div role="group" aria-label={label} className="grid gap-1.5">
      <span className="font-medium text-label">{label}</span>
      {value && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            src={value}
            alt={`${label} now`}
            className={`h-16 max-w-[220px] rounded-control object-contain p-2 shadow-hairline ${onDark ? 'bg-rail' : 'bg-surface'}`}
          />
          <Button size="compact" aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange('')}>
            Remove
          </Button>
        </div>
      )}
      <FileDrop
        label={`${value ? 'Replace' : 'Upload'} picture`}
        hint={hint ?? 'PNG, JPEG or WebP, up to 4 MB.'}
        accept={TYPES}
        onFile={(file) => upload.mutate(file)}
        error={problem}
        isDisabled={upload.isPending}
      />
      <p role="status" className="text-muted text-small empty:hidden">
        {upload.isPending && 'Uploading…'}
      </p>
    </div>
  )
}
