import type { ImportSource } from '@lectern/contracts/import-sources.ts'
import { useEffect, useRef, useState } from 'react'
import { useIsOffline } from '../../data/session/use-is-offline.ts'
import { FileField } from './file-field.tsx'
import { PreviewPanel, type PreviewProps } from './preview-panel.tsx'
import { ComingSoon, SourceGrid } from './source-grid.tsx'
import { Uploading } from './uploading.tsx'
import { useAnalysis } from './use-analysis.ts'

/** From the choice of a service to the start of an import. */
export const Wizard = ({ onStarted, onWaiting }: Pick<PreviewProps, 'onStarted' | 'onWaiting'>) => {
  const [source, setSource] = useState<ImportSource | null>(null)
  const { stage, choose, reset } = useAnalysis(source)
  const isOffline = useIsOffline()
  const panel = useRef<HTMLDivElement>(null)
  // On a phone the panel is below the sources.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the panel shows something else
  useEffect(() => {
    const height = panel.current?.clientHeight ?? 0
    panel.current?.scrollIntoView({ block: height > innerHeight ? 'start' : 'nearest' })
  }, [source, stage.name])
  const chooseSource = (chosen: ImportSource) => {
    reset()
    setSource(chosen)
  }
  return (
    <>
      <SourceGrid source={source} onChoose={chooseSource} />
      <ComingSoon onTryPocket={() => chooseSource('pocket')} />
      {source && !(isOffline && stage.name === 'choose') && (
        <div ref={panel} className="mt-5 scroll-my-5 rounded-card border border-line bg-surface p-4 sm:p-7">
          {stage.name === 'choose' && <FileField source={source} error={stage.error} onFiles={choose} />}
          {stage.name === 'upload' && (
            <Uploading name={stage.file.name} sent={stage.sent} total={stage.total} onCancel={reset} />
          )}
          {stage.name === 'preview' && (
            <PreviewPanel
              source={source}
              file={stage.file}
              preview={stage.preview}
              onAnother={reset}
              onStarted={onStarted}
              onWaiting={onWaiting}
            />
          )}
        </div>
      )}
    </>
  )
}
