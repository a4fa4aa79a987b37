import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '../../parts/button-class.ts'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { noticeQueries } from '../notices.queries.ts'
import { HEADER_NUMBER } from './header-class.ts'
import { SlotBoundary } from './SlotBoundary.tsx'

/** What the bell opens arrives with the first press; until then the button is a plain one. */
const loadList = () => import('./NoticePopover.tsx')
const NoticePopover = lazy(() => loadList().then((module) => ({ default: module.NoticePopover })))

const CLASS = buttonClass('plain', 'round')
const SHOWN_AT_MOST = 99

/** What became of the customer's orders since they last looked. */
export function NoticeBell() {
  const [wasPressed, setPressed] = useState(false)
  const { data } = useQuery(noticeQueries.unseen())
  const unseen = data?.unseenCount ?? 0
  const label = unseen === 0 ? 'Notices' : `Notices, ${count(unseen)} new`
  const face = (
    <>
      <Icon of={Bell} size={22} />
      {unseen > 0 && <b className={HEADER_NUMBER}>{unseen > SHOWN_AT_MOST ? `${SHOWN_AT_MOST}+` : unseen}</b>}
    </>
  )
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      className={CLASS}
      onClick={() => setPressed(true)}
      onPointerEnter={loadList}
      onFocus={loadList}
    >
      {face}
    </button>
  )
  if (!wasPressed) return button
  return (
    <SlotBoundary onFail={() => setPressed(false)}>
      <Suspense fallback={button}>
        <NoticePopover label={label} buttonClassName={CLASS} button={face} />
      </Suspense>
    </SlotBoundary>
  )
}
