/** The agents of this machine, those that are ready first; whoever was never probed is probed while the form is open. */

import { type ReactNode, useEffect, useState } from 'react'
import { allHarnesses, probe } from '../../api/calls.ts'
import type { HarnessView } from '../../api/shapes.ts'
import { Problem } from '../../ui/parts.tsx'
import { useRead } from '../../ui/use-read.ts'
import { byReadiness } from './choice.ts'

export function useHarnesses(): { readonly list: readonly HarnessView[]; readonly problem: ReactNode } {
  const read = useRead('harnesses', allHarnesses)
  const [probed, setProbed] = useState<ReadonlyMap<string, HarnessView>>(new Map())
  useEffect(() => {
    for (const harness of read.data ?? []) {
      if (harness.readiness !== null) continue
      // A probe that fails leaves the harness as it was: not known.
      probe(harness.id).then(
        (view) => setProbed((before) => new Map(before).set(view.id, view)),
        () => {},
      )
    }
  }, [read.data])
  const list = (read.data ?? []).map((harness) => probed.get(harness.id) ?? harness)
  return { list: byReadiness(list), problem: read.error && <Problem error={read.error} /> }
}
