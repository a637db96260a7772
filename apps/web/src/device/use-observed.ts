import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** What it is now. Where pages are rendered, it is what it was at first. */
export const useObserved = <T>({ subscribe, now }: Observable<T>): T => useSyncExternalStore(subscribe, now, now)
