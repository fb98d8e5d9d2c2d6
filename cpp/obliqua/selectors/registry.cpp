#include "obliqua/selectors/registry.hpp"

namespace obliqua {

namespace {

struct Maker {
    std::unique_ptr<Selector> operator()(const AllTermsParams&) const {
        return std::make_unique<AllTermsSelector>();
    }
    std::unique_ptr<Selector> operator()(const SBEParams& params) const {
        return std::make_unique<SBESelector>(params);
    }
    std::unique_ptr<Selector> operator()(const DSBEParams& params) const {
        return std::make_unique<DSBESelector>(params);
    }
    std::unique_ptr<Selector> operator()(const SFSParams& params) const {
        return std::make_unique<SFSSelector>(params);
    }
    std::unique_ptr<Selector> operator()(const HSSParams& params) const {
        return std::make_unique<HSSSelector>(params);
    }
    std::unique_ptr<Selector> operator()(const DiscardParams& params) const {
        return std::make_unique<DiscardSelector>(params);
    }
};

}  // namespace

std::unique_ptr<Selector> make_selector(const SelectorParams& params) {
    return std::visit(Maker{}, params);
}

}  // namespace obliqua
