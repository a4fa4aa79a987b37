import { api } from '@laurel/contract/routes'
import type { FileAuth, FileKind } from '@laurel/domain/people-files'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { type ListFile, listFileQueries } from '../../../app/customer.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { Select } from '../../../parts/Select.tsx'
import { TextField } from '../../../parts/TextField.tsx'

const KINDS: { value: FileKind; label: string }[] = [
  { value: 'https', label: /*i18n*/ 'HTTPS address' },
  { value: 's3', label: /*i18n*/ 'S3 bucket' },
]
const AUTHS: { value: FileAuth; label: string }[] = [
  { value: 'none', label: /*i18n*/ 'None, or it’s in the URL' },
  { value: 'basic', label: /*i18n*/ 'User name and password' },
  { value: 'bearer', label: /*i18n*/ 'Bearer token' },
]

type SourceFormProps = {
  listId: number
  /** Undefined for a new one. */
  file: ListFile | undefined
  onSaved: () => void
  onCancel: (() => void) | undefined
}

/** Where the file is, and what opens it. */
export function SourceForm({ listId, file, onSaved, onCancel }: SourceFormProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<FileKind>(file?.kind ?? 'https')
  const [auth, setAuth] = useState<FileAuth>(file?.auth ?? 'none')
  const [values, setValues] = useState({
    url: file?.url ?? '',
    username: file?.username ?? '',
    bucket: file?.bucket ?? '',
    objectKey: file?.objectKey ?? '',
    region: file?.region ?? '',
    endpoint: file?.endpoint ?? '',
    accessKeyId: file?.accessKeyId ?? '',
    secret: '',
  })
  const save = useMutation({
    mutationFn: () => call(api.putListFile, { params: { id: listId }, body: { kind, auth, ...values } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: listFileQueries.file(listId).queryKey })
      onSaved()
    },
  })
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    autoComplete: 'off',
  })
  const keeps = file?.hasSecret ? i18n.t('If blank, we keep the saved one.') : undefined
  const { bucket, objectKey, region, accessKeyId, url, username } = values

  return (
    <Form
      onSubmit={() => save.mutate()}
      check={() =>
        missing(
          kind === 's3'
            ? { bucket, objectKey, region, accessKeyId }
            : { url, ...(auth === 'basic' && { username }) },
        )
      }
      problem={save.error}
      className="mt-6 grid max-w-[560px] gap-5"
    >
      <Select<FileKind>
        label={i18n.t('Where the file is')}
        name="kind"
        options={KINDS.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
        value={kind}
        onChange={(value) => value !== null && setKind(value)}
      />
      {kind === 'https' ? (
        <>
          <TextField
            {...field('url')}
            label={i18n.t('URL')}
            type="url"
            placeholder="https://files.example.com/people.csv"
            hint={
              file?.hasQuery
                ? i18n.t(
                    'The part after the question mark is saved and hidden. It stays if you don’t change the URL.',
                  )
                : i18n.t('It must start with https://. A CSV file with a heading row.')
            }
          />
          <Select<FileAuth>
            label={i18n.t('Sign-in')}
            name="auth"
            options={AUTHS.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
            value={auth}
            onChange={(value) => value !== null && setAuth(value)}
          />
          {auth === 'basic' && <TextField {...field('username')} label={i18n.t('User name')} />}
          {auth !== 'none' && (
            <TextField
              {...field('secret')}
              label={auth === 'basic' ? i18n.t('Password') : i18n.t('Token')}
              type="password"
              autoComplete="new-password"
              hint={keeps}
            />
          )}
        </>
      ) : (
        <>
          <TextField {...field('bucket')} label={i18n.t('Bucket')} placeholder="acme-hr" />
          <TextField {...field('objectKey')} label={i18n.t('File')} placeholder="exports/people.csv" />
          <TextField {...field('region')} label={i18n.t('Region')} placeholder="us-east-1" />
          <TextField
            {...field('endpoint')}
            label={i18n.t('Endpoint (optional)')}
            hint={i18n.t('Only for S3-compatible storage.')}
            placeholder="https://storage.example.com"
          />
          <TextField {...field('accessKeyId')} label={i18n.t('Access key ID')} />
          <TextField
            {...field('secret')}
            label={i18n.t('Secret access key')}
            type="password"
            autoComplete="new-password"
            hint={keeps ?? i18n.t('Use a key that can only read this file.')}
          />
        </>
      )}
      <p className="text-muted text-small">
        {i18n.t('We store passwords and keys encrypted, and never show them again.')}
        {file?.isOn && ` ${i18n.t('Saving turns the sync off until you check the file.')}`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="primary" type="submit" isPending={save.isPending}>
          {i18n.t('Save and check file')}
        </Button>
        {onCancel && (
          <Button look="plain" onClick={onCancel}>
            {i18n.t('Cancel')}
          </Button>
        )}
      </div>
    </Form>
  )
}
