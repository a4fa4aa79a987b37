import { CircleAlert, CircleCheck, Info, type LucideIcon, X } from 'lucide-react'
import { Icon } from '../../parts/Icon.tsx'
import { useTexts } from '../texts.ts'
import {
  closeToast,
  holdToast,
  releaseToast,
  type Toast,
  type ToastTone,
  useToastStore,
} from '../toast-store.ts'

const ICONS: Record<ToastTone, { icon: LucideIcon; color: string }> = {
  good: { icon: CircleCheck, color: 'text-good' },
  bad: { icon: CircleAlert, color: 'text-bad' },
  plain: { icon: Info, color: '' },
}

/**
 * Bottom right above everything, or left when a screen has its controls at the right. Never over the bar of
 * a step or a drawer, or over a modal on phones. `data-react-aria-top-layer` keeps it reachable from modals.
 */
export function ToastArea() {
  const i18n = useTexts()
  const toasts = useToastStore((store) => store.toasts)
  return (
    <section
      aria-label={i18n.t('Messages')}
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed right-5 bottom-5 not-mid:[body:has([data-toasts-left])_&]:right-auto not-mid:[body:has([data-toasts-left])_&]:left-5 [body:has([data-drawer-foot])_&]:bottom-76 [body:has([data-sticky-bar])_&]:bottom-26 narrow:[body:has([data-modal])_&]:top-5 narrow:[body:has([data-modal])_&]:bottom-auto z-60 grid w-[360px] max-w-[calc(100vw-40px)] gap-4"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

export function ToastCard({ toast }: { toast: Toast }) {
  const i18n = useTexts()
  const { id, tone, title, text, onUndo, isShown } = toast
  const { icon, color } = ICONS[tone]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the toast visible
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      onPointerEnter={() => holdToast(id)}
      onPointerLeave={() => releaseToast(id)}
      onFocus={() => holdToast(id)}
      onBlur={() => releaseToast(id)}
      className={`flex w-full gap-3 rounded-toast bg-raised py-3.5 pr-2 pl-4 shadow-lift-3 transition-[opacity,transform] duration-(--calm) ease-calm ${isShown ? 'pointer-events-auto' : 'translate-y-1 opacity-0'}`}
    >
      <Icon of={icon} className={`mt-0.5 ${color}`} />
      <div className="min-w-0 flex-1">
        <b className="block font-semibold">{title}</b>
        {text && <p className="text-muted text-small">{text}</p>}
        {onUndo && (
          <button
            type="button"
            className="link text-small touch:inline-flex touch:min-h-11 touch:min-w-11 touch:items-center"
            onClick={() => {
              onUndo()
              closeToast(id)
            }}
          >
            {i18n.t('Undo')}
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={i18n.t('Close message')}
        onClick={() => closeToast(id)}
        className="-my-2.5 grid size-11 shrink-0 place-items-center rounded-control hover:bg-sunken"
      >
        <Icon of={X} size={18} />
      </button>
    </div>
  )
}
