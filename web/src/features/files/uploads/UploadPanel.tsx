import { ChevronDown, ChevronUp, CircleCheck, File as FileIcon, Play, X } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useStore } from 'zustand'
import { fieldErrors, formError } from '../../../app/api-problem.ts'
import { pageTexts, translated, useTexts } from '../../../app/texts.ts'
import { Button, buttonClass } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Progress } from '../../../parts/Progress.tsx'
import { ACCEPTED, sizeOf, timeLeft } from '../file-words.ts'
import type { Upload, UploadState } from './upload-engine.ts'
import { uploads } from './uploads.ts'

const ENDED: readonly UploadState[] = ['done', 'refused', 'stopped', 'taken', 'unchosen']
const SHOWN_AT_MOST = 100

/** The uploads of this visit, and those that an earlier one left unfinished. */
export function UploadPanel() {
  const i18n = useTexts()
  const { uploads: all } = useStore(uploads.store)
  const [isOpen, setOpen] = useState(true)
  const [isForAll, setForAll] = useState(false)
  if (all.length === 0) return null
  const running = all.filter(({ state }) => !ENDED.includes(state)).length
  const done = all.filter(({ state }) => state === 'done').length
  const taken = all.filter(({ state }) => state === 'taken').length
  // Those that need a person come first, and finished ones last.
  const sorted = all.toSorted((one, other) => rank(one) - rank(other))
  return (
    <section aria-label={i18n.t('Uploads')} className="border-line border-y bg-canvas">
      <div className="flex min-h-11 items-center gap-2 ps-5 pe-2">
        <h2 className="flex-1 font-semibold text-body">
          {i18n.t('Uploads')}{' '}
          <span role="status" className="ms-1 font-normal text-muted">
            {running > 0
              ? i18n.t('{running, number} of {all, number} running', { running, all: all.length })
              : i18n.t('{done, number} of {all, number} uploaded', { done, all: all.length })}
          </span>
        </h2>
        {done > 0 && (
          <Button look="plain" size="compact" onClick={uploads.clearDone}>
            {i18n.t('Clear uploaded')}
          </Button>
        )}
        <Button
          look="plain"
          size="round"
          aria-expanded={isOpen}
          aria-label={isOpen ? i18n.t('Hide uploads') : i18n.t('Show uploads')}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={isOpen ? ChevronDown : ChevronUp} size={18} />
        </Button>
      </div>
      {isOpen && taken > 1 && (
        <div className="border-line border-t px-5">
          <Checkbox isSelected={isForAll} onChange={setForAll}>
            {i18n.t('Use one answer for all {files, number} files whose names are taken', { files: taken })}
          </Checkbox>
        </div>
      )}
      {isOpen && (
        <ul className="max-h-96 overflow-y-auto">
          {sorted.slice(0, SHOWN_AT_MOST).map((upload) => (
            <Row key={upload.key} upload={upload} isForAll={isForAll} />
          ))}
          {sorted.length > SHOWN_AT_MOST && (
            <li className="border-line border-t px-5 py-3 text-muted text-small">
              {i18n.t('And {more, number} more', { more: sorted.length - SHOWN_AT_MOST })}
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

const RANKS: Readonly<Partial<Record<UploadState, number>>> = {
  taken: 0,
  refused: 0,
  stopped: 0,
  unchosen: 0,
  queued: 2,
  done: 3,
}

function rank({ state }: Upload): number {
  return RANKS[state] ?? 1
}

type RowProps = { upload: Upload; isForAll: boolean }

function Row({ upload, isForAll }: RowProps) {
  const i18n = useTexts()
  const { name, state, sentBytes, bytes } = upload
  const { text, tone } = says(upload)
  const isCut = state === 'offline' || state === 'stopped' || state === 'unchosen'
  const hasProgress = isCut || state === 'sending' || state === 'finishing'
  return (
    <li className="grid min-h-14 grid-cols-[40px_minmax(0,1fr)_150px_auto] items-center gap-x-4 gap-y-2 border-line border-t px-5 py-1.5 narrow:grid-cols-[40px_minmax(0,1fr)] narrow:gap-x-3 narrow:py-3">
      <span className="grid h-8 w-10 place-items-center self-start rounded-small bg-surface text-muted shadow-hairline mt-1">
        <Icon
          of={state === 'done' ? CircleCheck : FileIcon}
          size={18}
          className={state === 'done' ? 'text-good' : ''}
        />
      </span>
      <div className="min-w-0 text-note">
        <p className="truncate font-medium narrow:whitespace-normal narrow:wrap-anywhere">{name}</p>
        <p role={tone === 'text-bad' ? 'alert' : undefined} className={`text-small ${tone}`}>
          {translated(i18n, text)}
        </p>
      </div>
      <div className="narrow:col-start-2 narrow:empty:hidden">
        {hasProgress && (
          <Progress
            label={i18n.t('Progress of {name}', { name })}
            done={isCut ? 0 : sentBytes}
            warned={isCut ? sentBytes : 0}
            total={bytes}
          />
        )}
      </div>
      <div className="flex min-w-[146px] flex-wrap items-center justify-end gap-2 narrow:col-start-2 narrow:justify-start">
        <Actions upload={upload} isForAll={isForAll} />
      </div>
    </li>
  )
}

function Actions({ upload: { key, name, state }, isForAll }: RowProps) {
  const i18n = useTexts()
  if (state === 'done') return null
  if (state === 'taken') {
    return (
      <>
        <Button size="compact" onClick={() => uploads.answer(key, 'keep_both', isForAll)}>
          {i18n.t('Keep both')}
        </Button>
        <Button size="compact" onClick={() => uploads.answer(key, 'replace', isForAll)}>
          {i18n.t('Replace')}
        </Button>
        <Button size="compact" look="plain" onClick={() => uploads.answer(key, 'skip', isForAll)}>
          {i18n.t('Skip')}
        </Button>
      </>
    )
  }
  const cancel = (
    <Button
      look="plain"
      size="compact"
      aria-label={i18n.t('Cancel upload of {name}', { name })}
      onClick={() => void uploads.cancel(key)}
    >
      {i18n.t('Cancel upload')}
    </Button>
  )
  const remove = (
    <Button
      look="plain"
      size="compact"
      className="px-2!"
      aria-label={i18n.t('Remove {name} from uploads', { name })}
      onClick={() => void uploads.cancel(key)}
    >
      <Icon of={X} size={18} />
    </Button>
  )
  if (state === 'offline' || state === 'stopped') {
    return (
      <>
        <Button size="compact" onClick={() => uploads.resume(key)}>
          <Icon of={Play} size={15} />
          {i18n.t('Resume upload')}
        </Button>
        {remove}
      </>
    )
  }
  if (state === 'unchosen' || state === 'refused') {
    return (
      <>
        <FileTrigger
          acceptedFileTypes={ACCEPTED}
          onSelect={(files) => {
            const file = files?.[0]
            if (file) void uploads.choose(key, file)
          }}
        >
          <AriaButton
            aria-label={i18n.t('Choose file: {name}', { name })}
            className={buttonClass('outlined', 'compact')}
          >
            {i18n.t('Choose file')}
          </AriaButton>
        </FileTrigger>
        {remove}
      </>
    )
  }
  return cancel
}

function says(upload: Upload): { text: string; tone: 'text-muted' | 'text-warn' | 'text-bad' } {
  const i18n = pageTexts()
  const { state, name, sentBytes, bytes, msLeft, problem, isOtherFile } = upload
  const sent = sizeOf(sentBytes, bytes)
  switch (state) {
    case 'queued':
      return { text: i18n.t('Waiting'), tone: 'text-muted' }
    case 'reading':
      return { text: i18n.t('Reading the file'), tone: 'text-muted' }
    case 'sending':
      return {
        text: msLeft === undefined ? sent : i18n.t('{sent}, {left}', { sent, left: timeLeft(msLeft) }),
        tone: 'text-muted',
      }
    case 'offline':
    case 'stopped':
      return { text: i18n.t('Connection lost at {sent}. Progress is saved.', { sent }), tone: 'text-warn' }
    case 'finishing':
      return { text: i18n.t('Checking the file'), tone: 'text-muted' }
    case 'taken':
      return { text: i18n.t('This folder already has a file with this name.'), tone: 'text-warn' }
    case 'unchosen':
      return isOtherFile
        ? { text: i18n.t('That’s a different file. Choose {name} again.', { name }), tone: 'text-bad' }
        : {
            text: i18n.t('Stopped at {sent}. Choose the same file to continue.', { sent }),
            tone: 'text-warn',
          }
    case 'refused':
      return { text: refusal(problem), tone: 'text-bad' }
    case 'done':
      return { text: i18n.t('Uploaded'), tone: 'text-muted' }
  }
}

/** What a problem says at a field is about the file, too. */
function refusal(problem: unknown): string {
  const i18n = pageTexts()
  const [first] = Object.values(fieldErrors(problem))
  return first ?? formError(problem) ?? i18n.t('The upload failed. Choose the file again.')
}
