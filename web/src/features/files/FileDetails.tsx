import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { useMid } from '../../app/use-narrow.ts'
import { Button } from '../../parts/Button.tsx'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Drawer } from '../../parts/Modal.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { mayChange, sharedText } from '../../parts/Sharing.tsx'
import { ShortStatusTag } from '../../parts/StatusTag.tsx'
import { Preview, Scan } from './FileList.tsx'
import { fileSize, nameOfUse, personWords, typeWords } from './file-words.ts'
import { type FileWithVersions, filesQueries, refreshFiles, type StoredFile } from './files.queries.ts'

type FileDetailsProps = { id: number; onClose: () => void }

/** What is known about a file: beside the list, or over it where there's no room. */
export function FileDetails({ id, onClose }: FileDetailsProps) {
  const i18n = useTexts()
  const read = useQuery(filesQueries.one(id))
  const { data: file, error } = read
  const isOver = useMid()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const title = file?.name ?? i18n.t('File details')
  const content = error ? (
    <ReadProblem read={read} />
  ) : file ? (
    <Facts file={file} />
  ) : (
    <Loading>
      <Skeleton className="h-36" />
      <Skeleton />
      <Skeleton />
    </Loading>
  )
  if (isOver) {
    return (
      <Drawer isOpen onClose={onClose} title={title}>
        <div className="pb-8">{content}</div>
      </Drawer>
    )
  }
  return (
    <aside aria-label={i18n.t('File details')} className="border-line border-s py-4 ps-6 text-note">
      <div className="mb-3 flex items-start justify-between gap-2">
        <h2 ref={heading} tabIndex={-1} className="pt-2.5 font-semibold text-body outline-none wrap-anywhere">
          {title}
        </h2>
        <Button look="plain" size="round" aria-label={i18n.t('Close details')} onClick={onClose}>
          <Icon of={X} size={18} />
        </Button>
      </div>
      {content}
    </aside>
  )
}

function Facts({ file }: { file: FileWithVersions }) {
  const i18n = useTexts()
  const by = personWords(file.addedBy)
  const added = day(file.createdAt)
  const shared = sharedText(file.shared)
  return (
    <>
      <Preview file={file} className="h-[150px] w-full" />
      <dl className="mt-3.5 grid gap-1.5">
        <Fact name={i18n.t('Type')}>{typeWords(file)}</Fact>
        <Fact name={i18n.t('Size')}>{fileSize(file.bytes)}</Fact>
        <Fact name={i18n.t('Added')}>{by ? i18n.t('{name}, {date}', { name: by, date: added }) : added}</Fact>
        {shared && <Fact name={i18n.t('Sharing')}>{shared}</Fact>}
        <Fact name={i18n.t('Virus scan')}>
          <Scan file={file} />
        </Fact>
        {file.expiresAt !== null && <Fact name={i18n.t('Removed if unused')}>{day(file.expiresAt)}</Fact>}
      </dl>
      <h3 className="mt-5 mb-1 font-semibold text-body">{i18n.t('Used in')}</h3>
      {file.usedByCount === 0 ? (
        <p className="text-muted">{i18n.t('Not used')}</p>
      ) : (
        <ul>
          {file.usedBy.map((use) => (
            <li key={`${use.type}-${use.id}`} className={ROW}>
              <Use use={use} />
              {use.status && <ShortStatusTag status={use.status} />}
            </li>
          ))}
          {file.usedByCount > file.usedBy.length && (
            <li className={`${ROW} text-muted`}>
              {i18n.t('And {more, number} more', { more: file.usedByCount - file.usedBy.length })}
            </li>
          )}
        </ul>
      )}
      <Versions file={file} />
    </>
  )
}

const ROW = 'flex min-h-11 items-center justify-between gap-3 border-line border-b last:border-b-0'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end wrap-anywhere">{children}</dd>
    </div>
  )
}

function Use({ use }: { use: StoredFile['usedBy'][number] }) {
  const name = nameOfUse(use)
  if (use.type === 'order' || use.type === 'attachment') {
    return (
      <Link to="/my-rewards" search={{ openDetails: use.id }} className="link">
        {name}
      </Link>
    )
  }
  return <span>{name}</span>
}

function Versions({ file }: { file: FileWithVersions }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const { versions } = file
  const restore = useMutation({
    mutationFn: (id: number) => call(api.restoreFileVersion, { params: { id } }),
    onSuccess: async () => {
      await refreshFiles(queryClient)
      showToast({ title: i18n.t('Version restored') })
    },
    onError: (cause) => showFailure(i18n.t('We couldn’t restore the version'), cause),
  })
  if (versions.length < 2) return null
  return (
    <>
      <h3 className="mt-5 mb-1 font-semibold text-body">{i18n.t('Versions')}</h3>
      <ul>
        {versions.map(({ id, createdAt, bytes, isCurrent }, at) => {
          const number = versions.length - at
          return (
            <li key={id} className={ROW}>
              <span>
                <span className="font-medium">{i18n.t('Version {number, number}', { number })}</span>{' '}
                <span className="text-muted text-small">
                  {day(createdAt)}, {fileSize(bytes)}
                </span>
              </span>
              {isCurrent ? (
                <span className="text-muted text-small">{i18n.t('Current')}</span>
              ) : (
                mayChange(file) && (
                  <Button
                    look="link"
                    size="compact"
                    aria-label={i18n.t('Restore version {number, number}', { number })}
                    isPending={restore.isPending && restore.variables === id}
                    onClick={() => restore.mutate(id)}
                  >
                    {i18n.t('Restore')}
                  </Button>
                )
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
