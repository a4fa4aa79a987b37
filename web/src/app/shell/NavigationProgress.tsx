import { useRouterState } from '@tanstack/react-router'

/** A line along the top while a screen is on its way. Short waits show nothing: it fades in late. */
export function NavigationProgress() {
  const isLoading = useRouterState({
    select: (state) => state.isLoading && state.resolvedLocation !== undefined,
  })
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      aria-hidden={!isLoading}
      className={`pointer-events-none fixed inset-x-0 top-0 z-70 h-[3px] origin-left bg-accent-line ${isLoading ? 'scale-x-90 opacity-100 transition-[opacity,transform] delay-100 duration-[8s] ease-calm' : 'scale-x-0 opacity-0'}`}
    />
  )
}
