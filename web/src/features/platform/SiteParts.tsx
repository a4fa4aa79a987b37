import type { SiteState } from '@laurel/domain/site-state'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Ellipsis,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { day, plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Tag, type TagTone } from '../../parts/Tag.tsx'
import type { PlatformSite } from './platform.queries.ts'

const STATES: Record<SiteState, { word: string; tone: TagTone }> = {
  live: { word: 'Live', tone: 'good' },
  setting_up: { word: 'Setting up', tone: 'wait' },
  suspended: { word: 'Suspended', tone: 'plain' },
}

export function SiteStateTag({ state }: { state: SiteState }) {
  return <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
}

/** Jobs that are due for longer than this are late. */
const LATE_AFTER_MS = 15 * 60_000

export function SiteHealth({ site }: { site: PlatformSite }) {
  const { icon, color, text } = healthOf(site)
  return (
    <span className={`flex items-center gap-2 text-small ${color}`}>
      <Icon of={icon} size={17} />
      {text}
    </span>
  )
}

function healthOf(site: PlatformSite): { icon: LucideIcon; color: string; text: string } {
  const { state, suspendedAt, failedJobs, mailsWaiting, oldestWaitingAt } = site
  if (suspendedAt !== null) {
    return { icon: CircleDashed, color: 'text-muted', text: `Suspended ${day(suspendedAt)}` }
  }
  if (failedJobs > 0) {
    return { icon: CircleAlert, color: 'text-bad', text: `${plural(failedJobs, 'job')} failed` }
  }
  if (oldestWaitingAt !== null && Date.now() - Date.parse(oldestWaitingAt) > LATE_AFTER_MS) {
    const text = mailsWaiting > 0 ? `${plural(mailsWaiting, 'mail')} waiting` : 'Jobs are late'
    return { icon: TriangleAlert, color: 'text-warn', text }
  }
  return { icon: CircleCheck, color: 'text-good', text: state === 'live' ? 'Ready' : 'No problems' }
}

export type SiteAction = 'hosts' | 'state'

export function SiteMenu({ site, onAsk }: { site: PlatformSite; onAsk: (about: SiteAction) => void }) {
  const isSuspended = site.state === 'suspended'
  return (
    <Menu
      label={`Actions for ${site.name}`}
      button={<Icon of={Ellipsis} />}
      buttonClassName="grid size-11 place-items-center rounded-control hover:bg-sunken"
      entries={[
        { id: 'hosts', label: 'Change addresses', onPress: () => onAsk('hosts') },
        {
          id: 'state',
          label: isSuspended ? 'Resume site' : 'Suspend site',
          isBad: !isSuspended,
          onPress: () => onAsk('state'),
        },
      ]}
    />
  )
}
