import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import PdfScript from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';

export interface OpenPdf {
  readonly opening: PDFDocumentLoadingTask;
  close(): Promise<void>;
}

/**
 * Each document has a worker of its own: closing one would take a shared worker from the other, and only the end of
 * a worker gives back all its memory. This file is loaded with the first document: it is larger than the whole stage.
 */
export function openPdf(source: string): OpenPdf {
  const script = new PdfScript();
  const worker = PDFWorker.create({ port: script, verbosity: 0 });
  const opening = getDocument({
    url: new URL(source, document.baseURI).href,
    worker,
    // The content security policy has no place for compiled code, and needs none.
    useWasm: false,
    // As of images that stand by themselves. Larger ones in a document are left out.
    maxImageSize: 80_000_000,
    stopAtErrors: false,
    enableXfa: false,
    verbosity: 0,
  });
  return {
    opening,
    async close() {
      try {
        await opening.destroy();
        worker.destroy();
      } finally {
        script.terminate();
      }
    },
  };
}
