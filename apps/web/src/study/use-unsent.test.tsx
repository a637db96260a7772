// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { pendingWrites } from '../api/pending-writes.ts'
import { useUnsent } from './use-unsent.ts'

it('has also what was read between the first rendering and the first effect', () => {
  const { result } = renderHook(() => {
    const unsent = useUnsent('ruth')
    useLayoutEffect(() => {
      // Nobody is signed in, so the write is refused, and nothing changes after it.
      pendingWrites.add({ name: 'notes' }, 'ruth', { base: null, wanted: { id: 'a' } })
    }, [])
    return unsent
  })
  expect(result.current).toMatchObject([{ itemId: 'a', state: { status: 'failed' } }])
  pendingWrites.forget()
})
