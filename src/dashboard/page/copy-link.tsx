/** Copies the address of what is shown: node or ticket, and the record where one is not looking at now. */
import { useEffect, useState } from 'preact/hooks';

const thanksMs = 2000;

export function CopyLink({ href }: { href: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => {
      setSaid('');
    }, thanksMs);
    return () => {
      clearTimeout(timer);
    };
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(href, location.href).href);
      setSaid('Copied');
    } catch {
      // Denied, or a page from disk: the address bar has it.
      setSaid('See the address bar');
    }
  };
  return (
    <button class="tag copy" title="Copy a permalink to what is shown" onClick={() => void copy()}>
      <span aria-live="polite">{said || 'Copy link'}</span>
    </button>
  );
}
