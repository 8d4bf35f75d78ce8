import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import PdfScript from 'pdfjs-dist/build/pdf.worker.min.mjs?worker';

export interface OpenPdf {
  readonly opening: PDFDocumentLoadingTask;
  close(): Promise<void>;
}

/**
 * One worker per document: closing a document ends its worker, which alone frees all memory. This file is a chunk
 * loaded with the first document, because it is larger than the whole stage.
 */
export function openPdf(source: string): OpenPdf {
  const script = new PdfScript();
  const worker = PDFWorker.create({ port: script, verbosity: 0 });
  const opening = getDocument({
    url: new URL(source, document.baseURI).href,
    worker,
    // The content security policy forbids WebAssembly.
    useWasm: false,
    // The same limit as for image files. Larger images in a document are left out.
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
