import { useEffect } from 'react'
import { create } from 'zustand'

const useOwnTitle = create<{ title: string | undefined }>(() => ({ title: undefined }))

/** Gives the page a title that only its data know ("Order 1042"). Otherwise `staticData.title` is enough. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    useOwnTitle.setState({ title })
    return () => useOwnTitle.setState({ title: undefined })
  }, [title])
}

/** Writes the title: the page's own, else its route's, and the site's name. */
export function usePageTitle(routeTitle: string | undefined, siteName: string): void {
  const own = useOwnTitle((store) => store.title)
  const title = own ?? routeTitle
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : `${siteName}: reward cards`
  }, [title, siteName])
}
