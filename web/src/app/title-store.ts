import { useEffect } from 'react'
import { create } from 'zustand'

const useOwnTitle = create<{ title: string | undefined }>(() => ({ title: undefined }))

/** Sets a title from the page's data ("Order 1042"). Use `staticData.title` for fixed ones. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    useOwnTitle.setState({ title })
    return () => useOwnTitle.setState({ title: undefined })
  }, [title])
}

/** Writes the document's title: the page's own or its route's, and the site's name. */
export function usePageTitle(routeTitle: string | undefined, siteName: string): void {
  const own = useOwnTitle((store) => store.title)
  const title = own ?? routeTitle
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : `${siteName}: reward cards`
  }, [title, siteName])
}
