/**
 * When an element comes into view, or is nearly there.
 *
 *   await inView(element);
 */

/** Pixels above and below what is seen: it is ready when the reader is there. */
const NEAR = 400;

/** @param {Element} element @returns {Promise<void>} */
export function inView(element) {
  return new Promise((resolve) => {
    if (typeof IntersectionObserver !== 'function') return resolve();
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: `${NEAR}px` },
    );
    observer.observe(element);
  });
}
