"""Opens the built page in headless Chromium, and compares what it shows: page.py PAGE [SCREENSHOTS]

Then it runs the service worker of Documentation/Browser.md, which refuses uploads.

Needs Debian's chromium, chromium-driver and python3-selenium.
"""

import contextlib
import functools
import http.server
import json
import pathlib
import re
import shutil
import sys
import tempfile
import threading
import time
import zipfile

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489")
# A drop and a paste by a script; `drop` makes one by a person.
DROP = """
const data = new DataTransfer();
data.items.add(new File(["%PDF-1.7\\n%\\u00e2\\u00e3\\n1 0 obj\\n"], "dropped.pdf"));
document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
"""
PASTE = """
const data = new DataTransfer();
data.setData("text/plain", "#!/bin/sh\\necho pasted\\n");
document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
"""


# Many files of two types, faster than a dialog chooses them.
DROP_MANY = """
const data = new DataTransfer();
for (let index = 0; index < arguments[0]; index++) {
  data.items.add(new File(index % 2 ? ["words\\n"] : ["GIF89a\u0001"], index % 2 ? "a.txt" : "a.gif"));
}
document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
"""
# The longest time without a frame, in milliseconds, while a text is typed and its answer is shown.
LONGEST_PAUSE = """
const [text, done] = arguments;
const [field, fault] = [document.getElementById("other"), document.getElementById("fault")];
let [last, longest] = [performance.now(), 0];
field.value = "";
const frame = (now) => {
  longest = Math.max(longest, now - last);
  last = now;
  if (field.value === text && fault.textContent.includes(text)) return done(longest);
  if (field.value !== text) {
    field.value = text.slice(0, field.value.length + 1);
    field.dispatchEvent(new InputEvent("input"));
  }
  requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
"""
# The field accepts the drop of a text.
IS_TEXT_FOR_FIELD = """
const data = new DataTransfer();
data.setData("text/plain", "public.png");
const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
return document.getElementById("other").dispatchEvent(event);
"""


# Uploads a picture, and a text with the name of a picture, once the worker controls the page.
UPLOADS = """
const done = arguments[arguments.length - 1];
const upload = async (contents) => {
  const form = new FormData();
  form.append("file", new File([contents], "a.png"));
  const response = await fetch("/upload", { method: "POST", body: form });
  return [response.status, await response.text()];
};
(async () => {
  const registration = await navigator.serviceWorker.register("worker.js", { type: "module" });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  while (worker.state !== "activated") await new Promise((next) => setTimeout(next, 20));
  if (!navigator.serviceWorker.controller) return "reload";
  return [await upload(new Uint8Array(%s)), await upload("text")];
})().then(done, (error) => done(String(error)));
""" % list(PNG)


def wait(condition, words):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, f"The page did not show {words} in 30 seconds."
        time.sleep(0.02)


def requests(browser):
    for entry in browser.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            yield message["params"]["request"]["url"].split(",")[0][:80]


def drop(browser, files=(), texts=()):
    """A drop from another program on the page."""
    items = [{"mimeType": "text/plain", "data": text} for text in texts]
    data = {"items": items, "files": [str(file) for file in files], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        browser.execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": 50, "y": 50, "data": data})


def check(browser, page, folder, screenshots):
    def screenshot(name):
        if screenshots:
            browser.save_screenshot(str(screenshots / f"{name}.png"))

    def article(number):
        wait(lambda: len(browser.find_elements(By.TAG_NAME, "article")) > number, f"result {number + 1}")
        return browser.find_elements(By.TAG_NAME, "article")[number]

    browser.set_window_size(900, 1000)
    browser.get(page.as_uri())
    status = browser.find_element(By.ID, "status")
    wait(lambda: status.text.startswith("Ready"), "that it is ready")
    print(status.text)

    (folder / "picture.txt").write_bytes(PNG)
    with zipfile.ZipFile(folder / "letter.docx", "w") as archive:
        archive.writestr("filler", bytes(100_000))
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<a/>")
    names = ["picture.txt", "letter.docx"]
    browser.find_element(By.ID, "files").send_keys("\n".join(str(folder / name) for name in names))
    assert "public.png" in article(0).text and "yes, and the bytes have a sign" in article(0).text
    assert "org.openxmlformats.wordprocessingml.document" in article(1).text
    assert "disagreement" in article(0).text

    # The details open by the keyboard, and have the bytes and the graph.
    article(0).find_element(By.TAG_NAME, "summary").send_keys(Keys.ENTER)
    wait(lambda: article(0).find_elements(By.TAG_NAME, "svg"), "the graph")
    assert "89 50 4e 47" in article(0).text
    drawing = article(0).find_element(By.TAG_NAME, "svg").get_attribute("aria-label")
    assert "public.png conforms to public.image" in drawing, drawing
    screenshot("light")
    browser.execute_script("arguments[0].scrollIntoView({ block: 'end' })", article(0))
    screenshot("graph")

    browser.execute_script(DROP)
    assert "com.adobe.pdf" in article(2).text
    browser.execute_script(PASTE)
    assert "pasted text" in article(3).text and "shell" in article(3).text

    other = browser.find_element(By.ID, "other")
    other.clear()
    other.send_keys("public.archiv")
    fault = browser.find_element(By.ID, "fault")
    wait(lambda: "Did you mean public.archive?" in fault.text, "the nearest identifier")
    assert other.get_attribute("aria-invalid") == "true" and "conforms" not in article(0).text
    other.send_keys("e")
    wait(lambda: "public.archive: no" in article(0).text, "the answer about another type")
    assert fault.text == "" and other.get_attribute("aria-invalid") == "false"

    # A name cannot show another extension, and a folder has its files.
    dropped = folder / "folder"
    (dropped / "inner").mkdir(parents=True)
    (dropped / "inner" / "picture.png").write_bytes(PNG)
    (folder / "empty").mkdir()
    (folder / "picture\u202egpj.png").write_bytes(PNG)
    drop(browser, files=[dropped, folder / "empty", folder / "picture\u202egpj.png"])
    assert article(4).text.startswith("folder/inner/picture.png\npublic.png"), article(4).text
    assert "The folder has no files." in article(5).text
    assert article(6).text.startswith("picture⟨U+202E⟩gpj.png\npublic.png"), article(6).text
    wait(lambda: status.text == "6 items identified, 1 not read", "the numbers of results")

    # A text is dropped on the page, or is one for the field.
    drop(browser, texts=["<svg xmlns='http://www.w3.org/2000/svg'/>"])
    assert "dropped text" in article(7).text and "public.svg-image" in article(7).text, article(7).text
    assert browser.execute_script(IS_TEXT_FOR_FIELD)

    # A long MIME type in every place, and all details are open.
    with zipfile.ZipFile(folder / "letter.pptm", "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<a/>")
    browser.find_element(By.ID, "files").send_keys(str(folder / "letter.pptm"))
    article(8)
    for summary in browser.find_elements(By.TAG_NAME, "summary")[1:]:
        summary.send_keys(Keys.ENTER)
    wait(lambda: len(browser.find_elements(By.TAG_NAME, "svg")) == 8, "all graphs")
    for drawing in browser.find_elements(By.CLASS_NAME, "graph"):
        assert drawing.get_attribute("tabindex") == "0" and drawing.accessible_name == "Supertypes"

    browser.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    )
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True},
    )
    width = browser.execute_script("return document.documentElement.scrollWidth")
    browser.execute_script("scrollTo(0, 0)")
    screenshot("narrow-dark")
    assert width <= 320, f"The page is {width} pixels wide on a screen of 320."
    browser.execute_script("arguments[0].scrollIntoView()", article(8))
    screenshot("narrow-dark-details")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    screenshot("narrow-light-details")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    asked = [address for address in requests(browser) if not address.startswith("data:")]
    assert asked == [page.as_uri()], f"The page made requests: {asked}"
    errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    assert not errors, errors
    clear = browser.find_element(By.ID, "clear")
    clear.click()
    assert not browser.find_elements(By.TAG_NAME, "article")

    # Work that is removed stops, and what comes later is shown.
    browser.execute_script(DROP_MANY, 20_000)
    article(20)
    clear.click()
    browser.execute_script(DROP)
    assert "com.adobe.pdf" in article(0).text
    time.sleep(0.5)
    assert len(browser.find_elements(By.TAG_NAME, "article")) == 1 and status.text == "1 item identified"
    assert not browser.find_element(By.ID, "progress").is_displayed()

    # The page answers a key at once with many results.
    browser.execute_script(DROP_MANY, 500)
    wait(lambda: status.text == "501 items identified", "many results")
    pause = browser.execute_async_script(LONGEST_PAUSE, "no.such.type")
    print(f"a type is typed with 501 results: the longest pause is {pause:.0f} ms")
    assert pause < 1000, "The page pauses while a type is typed."
    assert other.get_attribute("maxlength") == "200"


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and stores uploads."""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"stored")

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def serving(folder):
    """The address of a folder."""
    handler = functools.partial(Server, directory=folder)
    with http.server.ThreadingHTTPServer(("localhost", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def check_entries(browser, page, folder):
    """A drop of a folder in a browser that has no handles, such as Firefox."""
    with serving(page.parent) as address:
        browser.get(address)
        status = browser.find_element(By.ID, "status")
        wait(lambda: status.text.startswith("Ready"), "that it is ready")
        browser.execute_script("delete DataTransferItem.prototype.getAsFileSystemHandle")
        drop(browser, files=[folder / "folder", folder / "empty"])
        wait(lambda: status.text == "1 item identified, 1 not read", "the files of a folder")
        names = [heading.text for heading in browser.find_elements(By.TAG_NAME, "h2")]
        assert names == ["folder/inner/picture.png", "empty/"], names


def check_worker(browser, page, folder):
    for name in ("uniformtypes.js", "uniformtypes.wasm"):
        shutil.copy(page.parent / name, folder)
    manual = pathlib.Path(__file__).resolve().parents[2] / "Documentation" / "Browser.md"
    section = manual.read_text(encoding="utf-8").split("## A service worker")[1]
    (folder / "worker.js").write_text(re.search(r"```js\n(.*?)```", section, re.S)[1], encoding="utf-8")
    (folder / "index.html").write_text("<!doctype html><title>Uploads</title>", encoding="utf-8")
    with serving(folder) as address:
        answers = "reload"
        while answers == "reload":
            browser.get(address)
            answers = browser.execute_async_script(UPLOADS)
    assert answers == [[200, "stored"], [415, "a.png is Plain text document, not a picture."]], answers
    print("the service worker in Chromium: a picture is uploaded, and a text with its name is refused")


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    options = webdriver.ChromeOptions()
    # A container has no sandbox for the user of the tests.
    for flag in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    try:
        with tempfile.TemporaryDirectory() as folder:
            screenshots = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
            check(browser, page, pathlib.Path(folder), screenshots)
            check_entries(browser, page, pathlib.Path(folder))
            check_worker(browser, page, pathlib.Path(folder))
    finally:
        browser.quit()
    print("the page in Chromium: files chosen, dropped and pasted have their types, and no request was made")


main()
