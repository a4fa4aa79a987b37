import { api } from '@laurel/contract/routes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { type AnswerOf, call } from '../../../app/call.ts'
import { useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSettled } from '../../../parts/use-settled.ts'

type Listed = AnswerOf<'listFiles'>['results'][number]
export type Picture = Listed & { key: string; previewUrl: string }

const PAGE_SIZE = 24

type ChooseFileProps = { onChoose: (picture: Picture) => void; onClose: () => void }

/** The pictures among the customer's files, the newest first. */
export function ChooseFile({ onChoose, onClose }: ChooseFileProps) {
  const i18n = useTexts()
  const [typed, setTyped] = useState('')
  const [pageSize, setPageSize] = useState(PAGE_SIZE)
  const search = useSettled(typed.trim())
  const query = {
    kind: 'picture',
    sort: 'added',
    page: 1,
    pageSize,
    ...(search !== '' && { search }),
  } as const
  const pictures = useQuery({
    queryKey: ['files', 'pictures', query],
    queryFn: ({ signal }) => call(api.listFiles, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: true,
  })
  const { data, error } = pictures
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Choose from your files')}>
      <div className="mt-4 grid gap-4">
        <TextField
          label={i18n.t('Find a picture')}
          type="search"
          value={typed}
          onChange={setTyped}
          before={<Icon of={Search} size={18} className="text-muted" />}
        />
        {error ? (
          <ReadProblem read={pictures} />
        ) : data === undefined ? (
          <Loading>
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
          </Loading>
        ) : (
          <>
            <ul
              aria-label={i18n.t('Pictures')}
              aria-busy={pictures.isPlaceholderData}
              className="grid max-h-[50vh] min-h-60 grid-cols-3 content-start gap-3 overflow-y-auto p-0.5 narrow:grid-cols-2"
            >
              {data.results.filter(isPicture).map((picture) => (
                <li key={picture.id} className="min-w-0">
                  <button
                    type="button"
                    onClick={() => onChoose(picture)}
                    className="grid w-full gap-1.5 rounded-control p-1.5 text-start hover:bg-sunken"
                  >
                    <span className="grid h-22 place-items-center overflow-hidden rounded-small bg-[length:16px_16px] bg-[repeating-conic-gradient(#eceeed_0_25%,#fff_0_50%)] p-2 shadow-hairline">
                      <img
                        src={picture.previewUrl}
                        alt=""
                        loading="lazy"
                        decoding="async"
                        className="max-h-full object-contain"
                      />
                    </span>
                    <span className="truncate text-small">{picture.name}</span>
                  </button>
                </li>
              ))}
            </ul>
            {data.count === 0 && (
              <p role="status" className="text-muted">
                {search === ''
                  ? i18n.t('You have no pictures yet. The logos you upload appear here.')
                  : i18n.t('No pictures match “{search}”.', { search })}
              </p>
            )}
            {data.count > data.results.length && pageSize < 96 && (
              <Button
                size="compact"
                className="justify-self-center"
                isPending={pictures.isPlaceholderData}
                onClick={() => setPageSize(pageSize + PAGE_SIZE)}
              >
                {i18n.t('Show more')}
              </Button>
            )}
          </>
        )}
      </div>
    </Modal>
  )
}

/** An infected picture has no preview. */
function isPicture(file: Listed): file is Picture {
  return file.key !== null && file.previewUrl !== null
}
