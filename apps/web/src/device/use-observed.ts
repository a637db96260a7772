import { useSyncExternalStore } from 'react'
import type { Observable } from './observable.ts'

/** The present value; where pages are rendered, the first one. */
export const useObserved = <T>({ subscribe, now }: Observable<T>): T => useSyncExternalStore(subscribe, now, now)
